package io.phoenix.routing.tcp;

import io.phoenix.api.Port;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** The addresses of this machine by which others can dial a port that is listened on. */
final class Interfaces {
  private static final int MAX = 4;

  private Interfaces() {}

  /**
   * The port as numbers; if it is on every address of this machine, on each of them, IPv4 first, in
   * the order of the interfaces. The loopback interface counts only if there is no other.
   */
  static List<Port> reachableAt(Port listening) {
    try {
      InetAddress address = InetAddress.getByName(listening.host());
      if (!address.isAnyLocalAddress()) {
        return List.of(new Port(numbers(address), listening.port()));
      }
      List<InetAddress> found = addresses();
      if (found.isEmpty()) {
        found = List.of(InetAddress.getLoopbackAddress());
      }
      return found.stream().limit(MAX).map(a -> new Port(numbers(a), listening.port())).toList();
    } catch (UnknownHostException | SocketException e) {
      return List.of(); // nobody is told; the node links to others by itself
    }
  }

  private static List<InetAddress> addresses() throws SocketException {
    List<NetworkInterface> interfaces =
        new ArrayList<>(Collections.list(NetworkInterface.getNetworkInterfaces()));
    interfaces.sort(Comparator.comparingInt(NetworkInterface::getIndex));
    List<InetAddress> found = new ArrayList<>();
    for (NetworkInterface each : interfaces) {
      if (each.isUp()) {
        found.addAll(Collections.list(each.getInetAddresses()));
      }
    }
    found.removeIf(a -> a.isLoopbackAddress() || a.isLinkLocalAddress() || a.isMulticastAddress());
    found.sort(Comparator.comparing(a -> !(a instanceof Inet4Address)));
    return found;
  }

  private static String numbers(InetAddress address) {
    String text = address.getHostAddress();
    int zone = text.indexOf('%');
    return zone < 0 ? text : text.substring(0, zone);
  }
}
