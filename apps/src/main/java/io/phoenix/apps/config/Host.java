package io.phoenix.apps.config;

import java.util.List;

/**
 * A computer of a LAN.
 *
 * @param name how the others of its LAN reach it: a host name or an address
 * @param lan the LAN's name
 * @param at where the file speaks of it
 * @param reach how other LANs reach it
 * @param ports where its nodes listen
 * @param nodes how many nodes run there
 * @param workers how many workers each node has; 0 for as many as there are processors
 * @param java the command that starts Java there
 * @param jvm options of the JVM
 */
public record Host(
    String name,
    String lan,
    Mark at,
    Reach reach,
    PortRange ports,
    int nodes,
    int workers,
    String java,
    List<String> jvm) {

  /** Copies the list. */
  public Host {
    jvm = List.copyOf(jvm);
  }

  Host withReach(Reach changed) {
    return new Host(name, lan, at, changed, ports, nodes, workers, java, jvm);
  }
}
