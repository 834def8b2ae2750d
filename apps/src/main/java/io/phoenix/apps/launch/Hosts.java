package io.phoenix.apps.launch;

import io.phoenix.apps.config.Host;
import io.phoenix.apps.config.Lan;
import io.phoenix.apps.config.PortsConfig;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.workstealing.Names;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Hosts as command lines name them: by their own names, or by that of their LAN. */
final class Hosts {
  private Hosts() {}

  /** All hosts of these names, in the order of the file; all hosts if there are no names. */
  static List<Host> named(List<String> names, PortsConfig config) {
    if (names.isEmpty()) {
      return config.hosts();
    }
    Set<Host> hosts = new LinkedHashSet<>();
    for (String name : names) {
      config
          .host(name)
          .ifPresentOrElse(
              hosts::add,
              () ->
                  hosts.addAll(
                      config.lan(name).map(Lan::hosts).orElseThrow(() -> no(name, config))));
    }
    return config.hosts().stream().filter(hosts::contains).toList();
  }

  private static UserError no(String name, PortsConfig config) {
    List<String> all = new ArrayList<>();
    config.lans().forEach(lan -> all.add(lan.name()));
    config.hosts().forEach(host -> all.add(host.name()));
    return new UserError(
        "the ports file has no host and no LAN '" + name + "'", Names.hint(name, all));
  }
}
