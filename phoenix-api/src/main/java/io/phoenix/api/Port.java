package io.phoenix.api;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * An end point of the underlying network, {@code host:port}, and how it is reached: by a TCP
 * connection, or, where firewalls leave nothing else, through SSH servers on the way.
 *
 * <pre>{@code
 * Port.parse("10.0.0.7:7000"); //                             TCP
 * Port.parse("10.0.2.5:7000 via ssh://ann@gateway"); //       TCP, and if that fails, a tunnel
 * Port.parse("127.0.0.1:7000 only via ssh://ann@gateway"); // a tunnel: the gateway's own 127.0.0.1
 * Port.parse("10.0.2.5:7000 via ssh://gateway,ssh://inner:2222"); // from one to the next
 * }</pre>
 *
 * @param host a host name or address; IPv6 addresses without brackets
 * @param port a TCP port; 0 lets the system choose one to listen on
 * @param via the SSH servers to go through, the first one first; the last one connects to the port
 * @param direct whether a TCP connection from here is tried, too
 */
public record Port(String host, int port, List<SshHop> via, boolean direct) {
  private static final Pattern LOOPBACK_V4 = Pattern.compile("127(\\.\\d{1,3}){3}");
  private static final Pattern LOOPBACK_V6 = Pattern.compile("(0{0,4}:){2,7}0{0,3}1");
  private static final String VIA = " via ";
  private static final String ONLY_VIA = " only via ";

  /** Checks each part. */
  public Port {
    if (host.isBlank()) {
      throw new IllegalArgumentException("host must not be empty");
    }
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException("port=" + port + " must be in 0..65535");
    }
    via = List.copyOf(via);
    if (via.isEmpty() && !direct) {
      throw new IllegalArgumentException("there must be a way to " + host + ":" + port);
    }
  }

  /** A port that is reached by TCP. */
  public Port(String host, int port) {
    this(host, port, List.of(), true);
  }

  /** The same port, reached by TCP or else through these servers. */
  public Port via(SshHop... hops) {
    return new Port(host, port, List.of(hops), true);
  }

  /** The same port, reached through these servers and in no other way. */
  public Port onlyVia(SshHop... hops) {
    return new Port(host, port, List.of(hops), false);
  }

  /**
   * Reads {@code host:port}, {@code [v6::address]:port}, or {@code :port} for this machine; then,
   * if wanted, {@code via} or {@code only via} and hops as {@link SshHop#parse} reads them, with
   * commas between them.
   *
   * @throws IllegalArgumentException if the text is not of that form
   */
  public static Port parse(String text) {
    String words = text.replaceAll("\\s+", " ");
    boolean direct = !words.contains(ONLY_VIA);
    String word = direct ? VIA : ONLY_VIA;
    int at = words.indexOf(word);
    if (at < 0) {
      return parseAddress(words);
    }
    Port port = parseAddress(words.substring(0, at));
    List<SshHop> hops = new ArrayList<>();
    for (String hop : words.substring(at + word.length()).split(",", -1)) {
      hops.add(SshHop.parse(hop.strip()));
    }
    return new Port(port.host, port.port, hops, direct);
  }

  private static Port parseAddress(String text) {
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
   * Whether this is an address of this machine's loopback interface, which other machines cannot
   * reach: {@code localhost}, {@code 127.x.x.x} or {@code ::1}, and not another machine's, behind
   * an SSH server. Other names are not looked up.
   */
  public boolean isLoopback() {
    return via.isEmpty()
        && (host.equalsIgnoreCase("localhost")
            || LOOPBACK_V4.matcher(host).matches()
            || LOOPBACK_V6.matcher(host).matches());
  }

  /** {@code host:port} alone. */
  public String address() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }

  @Override
  public String toString() {
    if (via.isEmpty()) {
      return address();
    }
    List<String> hops = via.stream().map(SshHop::toString).toList();
    return address() + (direct ? VIA : ONLY_VIA) + String.join(",", hops);
  }
}
