package io.phoenix.apps.config;

import io.phoenix.api.SshHop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts in place of a jump host that is itself in the file the way there: where its SSH server is
 * seen from outside, and through which others.
 */
final class Jumps {
  private final Map<String, Host> hosts = new HashMap<>();
  private final Complaints complaints;

  Jumps(List<Host> hosts, Complaints complaints) {
    hosts.forEach(host -> this.hosts.putIfAbsent(host.name(), host));
    this.complaints = complaints;
  }

  /** The host, with the whole way to it. */
  Host resolve(Host host) {
    if (!(host.reach() instanceof Reach.Ssh ssh) || ssh.jumps().isEmpty()) {
      return host;
    }
    // 'reach' of a whole LAN goes for its gateway, too, which needs no jump through itself.
    if (isSelf(host, ssh)) {
      return host.withReach(new Reach.Ssh(ssh.at(), List.of()));
    }
    Set<String> onTheWay = new LinkedHashSet<>();
    onTheWay.add(host.name());
    return host.withReach(new Reach.Ssh(ssh.at(), resolve(ssh.jumps(), host, onTheWay)));
  }

  private static boolean isSelf(Host host, Reach.Ssh ssh) {
    return ssh.jumps().get(ssh.jumps().size() - 1).host().equals(host.name());
  }

  private List<SshHop> resolve(List<SshHop> jumps, Host origin, Set<String> onTheWay) {
    List<SshHop> whole = new ArrayList<>();
    for (SshHop jump : jumps) {
      Host known = hosts.get(jump.host());
      if (known == null || !(known.reach() instanceof Reach.Ssh ssh)) {
        if (known != null && !(known.reach() instanceof Reach.Direct)) {
          complaints.add(
              origin.at(),
              "the way to '"
                  + origin.name()
                  + "' goes through '"
                  + known.name()
                  + "', which nobody can log in to from outside",
              "let '" + known.name() + "' have reach: ssh");
        }
        whole.add(jump);
        continue;
      }
      if (!onTheWay.add(known.name())) {
        complaints.add(
            origin.at(),
            "the way to '"
                + origin.name()
                + "' is a circle: "
                + String.join(" → ", onTheWay)
                + " → "
                + known.name(),
            "let one of them have reach: ssh");
        return whole;
      }
      if (!isSelf(known)) {
        whole.addAll(resolve(ssh.jumps(), origin, onTheWay));
      }
      onTheWay.remove(known.name());
      whole.add(at(jump, ssh));
    }
    return whole;
  }

  private static boolean isSelf(Host host) {
    return host.reach() instanceof Reach.Ssh ssh && !ssh.jumps().isEmpty() && isSelf(host, ssh);
  }

  private static SshHop at(SshHop jump, Reach.Ssh reach) {
    SshHop at = reach.at();
    if (at == null) {
      return jump;
    }
    return new SshHop(
        jump.user() == null ? at.user() : jump.user(),
        at.host(),
        jump.port() == 0 ? at.port() : jump.port());
  }
}
