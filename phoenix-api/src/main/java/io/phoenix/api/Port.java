package io.phoenix.api;

/**
 * An end point of the underlying network: {@code host:port}.
 *
 * @param host a host name or address; IPv6 addresses without brackets
 * @param port a TCP port; 0 lets the system choose one to listen on
 */
public record Port(String host, int port) {

  /** Checks both parts. */
  public Port {
    if (host.isBlank()) {
      throw new IllegalArgumentException("host must not be empty");
    }
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException("port=" + port + " must be in 0..65535");
    }
  }

  /**
   * Reads {@code host:port}, {@code [v6::address]:port}, or {@code :port} for this machine.
   *
   * @throws IllegalArgumentException if the text is not of that form
   */
  public static Port parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException(
          "'" + text + "' has no port: expected host:port, as in 10.0.0.7:7000");
    }
    String host = text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.indexOf(':') >= 0) {
      throw new IllegalArgumentException(
          "'" + text + "' is ambiguous: write an IPv6 address as [address]:port");
    }
    try {
      return new Port(
          host.isEmpty() ? "127.0.0.1" : host, Integer.parseInt(text.substring(colon + 1)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "'" + text + "': '" + text.substring(colon + 1) + "' is not a port number", e);
    }
  }

  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
