package io.phoenix.api;

import java.util.regex.Pattern;

/**
 * An end point of the underlying network: {@code host:port}.
 *
 * @param host a host name or address; IPv6 addresses without brackets
 * @param port a TCP port; 0 lets the system choose one to listen on
 */
public record Port(String host, int port) {
  private static final Pattern LOOPBACK_V4 = Pattern.compile("127(\\.\\d{1,3}){3}");
  private static final Pattern LOOPBACK_V6 = Pattern.compile("(0{0,4}:){2,7}0{0,3}1");

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

  /**
   * Whether this is an address of the loopback interface, which other machines cannot reach: {@code
   * localhost}, {@code 127.x.x.x} or {@code ::1}. Other names are not looked up.
   */
  public boolean isLoopback() {
    return host.equalsIgnoreCase("localhost")
        || LOOPBACK_V4.matcher(host).matches()
        || LOOPBACK_V6.matcher(host).matches();
  }

  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
