package io.phoenix.api;

import org.jspecify.annotations.Nullable;

/**
 * A host that is reached by SSH: {@code ssh://user@host:port}, as a person would write it. What is
 * left out comes from the SSH configuration, which may also know the host by another name.
 *
 * @param user who logs in; {@code null} leaves it to the configuration
 * @param host a name, an address, or an alias in the configuration
 * @param port the SSH server's port; 0 leaves it to the configuration
 */
public record SshHop(@Nullable String user, String host, int port) {
  private static final String SCHEME = "ssh://";

  /** Checks each part. */
  public SshHop {
    // A name that begins with a dash would be an option to whoever hands it to a command.
    if (host.isBlank() || host.startsWith("-") || host.matches(".*[\\s,@/].*")) {
      throw new IllegalArgumentException("'" + host + "' is not the name of a host");
    }
    if (user != null && (user.isBlank() || user.startsWith("-") || user.matches(".*[\\s,/].*"))) {
      throw new IllegalArgumentException("'" + user + "' is not the name of a user");
    }
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException("port=" + port + " must be in 0..65535");
    }
  }

  /**
   * Reads {@code [ssh://][user@]host[:port]}; an IPv6 address with a port is written in brackets.
   *
   * @throws IllegalArgumentException if the text is not of that form
   */
  public static SshHop parse(String text) {
    String rest = text.startsWith(SCHEME) ? text.substring(SCHEME.length()) : text;
    int at = rest.lastIndexOf('@');
    String user = at < 0 ? null : rest.substring(0, at);
    String host = rest.substring(at + 1);
    int port = 0;
    int colon = host.lastIndexOf(':');
    boolean isBareV6 = colon >= 0 && host.indexOf(':') != colon && !host.startsWith("[");
    if (colon >= 0 && !isBareV6 && !host.endsWith("]")) {
      try {
        port = Integer.parseInt(host.substring(colon + 1));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "'" + text + "': '" + host.substring(colon + 1) + "' is not a port number", e);
      }
      host = host.substring(0, colon);
    }
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    try {
      return new SshHop(user, host, port);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'" + text + "': " + e.getMessage() + "; expected [ssh://][user@]host[:port]", e);
    }
  }

  @Override
  public String toString() {
    return SCHEME
        + (user == null ? "" : user + "@")
        + (host.indexOf(':') >= 0 ? "[" + host + "]" : host)
        + (port == 0 ? "" : ":" + port);
  }
}
