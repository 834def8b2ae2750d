package io.phoenix.apps.config;

import java.util.List;

/**
 * Hosts that reach each other directly.
 *
 * @param name as it is called in the file
 * @param at where the file speaks of it
 * @param hosts at least one
 */
public record Lan(String name, Mark at, List<Host> hosts) {
  /** Copies the list. */
  public Lan {
    hosts = List.copyOf(hosts);
  }
}
