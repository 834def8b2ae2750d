package io.phoenix.routing.mesh;

import io.phoenix.api.Port;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which LAN a port seems to be in, by its address: all but the last byte of an IPv4 address, the
 * first half of an IPv6 address, the domain of a name. A wrong guess costs a link more or a longer
 * way; whether nodes stay connected does not depend on it.
 */
final class Subnet {
  private static final Pattern V4 = Pattern.compile("(\\d+\\.\\d+\\.\\d+)\\.\\d+");
  private static final Pattern V6 = Pattern.compile("((?:[^:]*:){3}[^:]*):.*");

  private Subnet() {}

  static String of(Port port) {
    if (port.isLoopback()) {
      return "loopback";
    }
    String host = port.host();
    Matcher address = (host.indexOf(':') >= 0 ? V6 : V4).matcher(host);
    if (address.matches()) {
      return address.group(1);
    }
    return host.substring(host.indexOf('.') + 1); // all of it if it has no domain
  }
}
