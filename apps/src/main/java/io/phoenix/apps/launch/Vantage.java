package io.phoenix.apps.launch;

import io.phoenix.api.SshHop;
import io.phoenix.apps.config.Host;
import io.phoenix.apps.config.PortsConfig;
import io.phoenix.apps.config.Reach;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where a computer stands among the LANs: in one of them, or outside of all.
 *
 * @param lan the LAN's name; {@code null} outside
 * @param host the host that it is; {@code null} if it is none of the file's
 */
record Vantage(@Nullable String lan, @Nullable String host) {

  static final Vantage OUTSIDE = new Vantage(null, null);

  /** Where this machine stands: it is the host whose name leads to one of its own addresses. */
  static Vantage here(PortsConfig config) {
    return here(config, Vantage::isLocal);
  }

  static Vantage here(PortsConfig config, Predicate<String> isLocal) {
    for (Host host : config.hosts()) {
      if (isLocal.test(host.name())) {
        return of(host);
      }
    }
    return OUTSIDE;
  }

  static Vantage of(Host host) {
    return new Vantage(host.lan(), host.name());
  }

  private static boolean isLocal(String name) {
    try {
      // Names that only other LANs know take no time here, as long as the resolver answers.
      InetAddress address = InetAddress.getByName(name);
      return NetworkInterface.getByInetAddress(address) != null;
    } catch (UnknownHostException e) {
      return false;
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether this is the host itself. */
  boolean is(Host other) {
    return other.name().equals(host);
  }

  /** Whether the host is in the same LAN. */
  boolean isNear(Host other) {
    return other.lan().equals(lan);
  }

  /** The SSH servers on the way to a host, its own last; {@code null} if there is no way. */
  @Nullable List<SshHop> sshTo(Host to) {
    SshHop itself = new SshHop(null, to.name(), 0);
    if (isNear(to)) {
      return List.of(itself);
    }
    if (to.reach() instanceof Reach.Ssh ssh) {
      List<SshHop> hops = new ArrayList<>(ssh.jumps());
      hops.add(ssh.at() == null ? itself : ssh.at());
      return hops;
    }
    // Whose ports are all open has port 22 open, too.
    return to.reach() instanceof Reach.Direct ? List.of(itself) : null;
  }
}
