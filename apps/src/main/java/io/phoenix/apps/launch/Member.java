package io.phoenix.apps.launch;

import io.phoenix.apps.config.Host;
import java.util.ArrayList;
import java.util.List;

/**
 * A node that runs, or is to run.
 *
 * @param host its host
 * @param index which of the host's nodes, from 0
 */
record Member(Host host, int index) {

  /** All nodes of a host. */
  static List<Member> allOf(Host host) {
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < host.nodes(); i++) {
      members.add(new Member(host, i));
    }
    return members;
  }

  /** What people call it: its host, with a number if there are several. */
  String label() {
    return host.nodes() == 1 ? host.name() : host.name() + "." + (index + 1);
  }

  String lan() {
    return host.lan();
  }

  /** Where it listens. */
  int port() {
    return host.ports().first() + index;
  }
}
