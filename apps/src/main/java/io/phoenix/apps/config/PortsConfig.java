package io.phoenix.apps.config;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a ports file says.
 *
 * @param application the application's name
 * @param space the number of virtual nodes
 * @param plain whether links are unprotected, because the file asks for it
 * @param directory where Phoenix keeps its files on each host, relative to the user's home
 * @param lans the LANs, in the order of the file
 */
public record PortsConfig(
    String application, long space, boolean plain, String directory, List<Lan> lans) {
  static final long DEFAULT_SPACE = 1L << 20;
  static final String DEFAULT_DIRECTORY = ".phoenix";

  /** Copies the list. */
  public PortsConfig {
    lans = List.copyOf(lans);
  }

  /** All hosts, in the order of the file. */
  public List<Host> hosts() {
    return stream().toList();
  }

  /** The host of that name. */
  public Optional<Host> host(String name) {
    return stream().filter(host -> host.name().equals(name)).findFirst();
  }

  /** The LAN of that name. */
  public Optional<Lan> lan(String name) {
    return lans.stream().filter(lan -> lan.name().equals(name)).findFirst();
  }

  /** How many nodes there are when all run. */
  public int nodes() {
    return stream().mapToInt(Host::nodes).sum();
  }

  private Stream<Host> stream() {
    return lans.stream().flatMap(lan -> lan.hosts().stream());
  }
}
