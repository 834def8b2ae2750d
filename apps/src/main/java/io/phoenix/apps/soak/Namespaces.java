package io.phoenix.apps.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.api.Port;
import io.phoenix.apps.terminal.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Each place is a network namespace with one cable to a switch, which is another. They are named
 * after this process, so that those of a soak that was killed can be told and removed by the next.
 */
final class Namespaces implements Cables {
  private static final Path ALL = Path.of("/run/netns");
  private static final Pattern NAME = Pattern.compile("phoenix-soak-(\\d+)-\\w+");
  private static final String SUBNET = "10.77.0.";
  private static final int PORT = 7000;

  private final String prefix = "phoenix-soak-" + ProcessHandle.current().pid() + "-";
  private final String hub = prefix + "switch";
  private final int places;
  private final Thread shutdownHook = new Thread(this::remove, "remove namespaces");

  private Namespaces(int places) {
    this.places = places;
  }

  /** Whether this process may make some: it is root's, and there is iproute2. */
  static boolean arePossible() {
    return "root".equals(System.getProperty("user.name"))
        && Stream.of("/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip")
            .anyMatch(f -> Files.exists(Path.of(f)));
  }

  static Namespaces make(int places) {
    removeOrphans();
    var made = new Namespaces(places);
    Runtime.getRuntime().addShutdownHook(made.shutdownHook);
    try {
      made.build();
    } catch (RuntimeException e) {
      made.close();
      throw e;
    }
    return made;
  }

  private void build() {
    ip("netns add " + hub);
    ip("-n " + hub + " link add name hub type bridge");
    ip("-n " + hub + " link set hub up");
    for (int place = 0; place < places; place++) {
      String there = name(place);
      ip("netns add " + there);
      ip(
          "-n %s link add name %s type veth peer name cable netns %s"
              .formatted(hub, end(place), there));
      ip("-n %s link set %s master hub up".formatted(hub, end(place)));
      ip("-n %s addr add %s/24 dev cable".formatted(there, address(place)));
      ip("-n %s link set cable up".formatted(there));
      ip("-n %s link set lo up".formatted(there));
    }
  }

  private String name(int place) {
    return prefix + place;
  }

  /** The end of a place's cable at the switch. */
  private static String end(int place) {
    return "end" + place;
  }

  private static String address(int place) {
    return SUBNET + (place + 1);
  }

  @Override
  public Port port(int place) {
    return new Port(address(place), PORT);
  }

  @Override
  public List<String> commandAt(int place) {
    return List.of("ip", "netns", "exec", name(place));
  }

  @Override
  public boolean canCut() {
    return true;
  }

  /** At the switch, so that the address and the routes of the place stay. */
  @Override
  public void cut(int place) {
    ip("-n %s link set %s down".formatted(hub, end(place)));
  }

  @Override
  public void heal(int place) {
    ip("-n %s link set %s up".formatted(hub, end(place)));
  }

  @Override
  public void cut(int place, int other) {
    ip("-n %s route add blackhole %s".formatted(name(place), address(other)));
    ip("-n %s route add blackhole %s".formatted(name(other), address(place)));
  }

  @Override
  public void heal(int place, int other) {
    ip("-n %s route del blackhole %s".formatted(name(place), address(other)));
    ip("-n %s route del blackhole %s".formatted(name(other), address(place)));
  }

  private static void ip(String arguments) {
    var command = new ArrayList<String>(List.of("ip"));
    command.addAll(Arrays.asList(arguments.split(" ", -1)));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      if (process.waitFor() != 0) {
        throw new UserError(
            "'ip " + arguments + "' failed: " + said, "network namespaces need root and iproute2");
      }
    } catch (IOException e) {
      throw new UserError("cannot run ip: " + e.getMessage(), "install iproute2");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted", "start it again");
    }
  }

  private static void removeOrphans() {
    for (String name : existing()) {
      Matcher matcher = NAME.matcher(name);
      if (matcher.matches() && ProcessHandle.of(Long.parseLong(matcher.group(1))).isEmpty()) {
        ip("netns del " + name);
      }
    }
  }

  private static List<String> existing() {
    if (!Files.isDirectory(ALL)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(ALL)) {
      return files.map(file -> file.getFileName().toString()).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private void remove() {
    for (String name : existing()) {
      if (name.startsWith(prefix)) {
        ip("netns del " + name);
      }
    }
  }

  @Override
  public void close() {
    remove();
    try {
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException e) {
      // The JVM is shutting down: the hook runs, and finds nothing.
    }
  }
}
