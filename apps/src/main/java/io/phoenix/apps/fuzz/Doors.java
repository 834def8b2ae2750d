package io.phoenix.apps.fuzz;

import io.phoenix.apps.terminal.UserError;
import java.util.List;
import java.util.stream.Collectors;

/** All doors. */
final class Doors {
  static final List<FuzzDoor> ALL =
      List.of(
          new TcpDoor(),
          new TlsDoor(),
          new RecordsDoor(),
          new ControlDoor(),
          new StealingDoor(),
          new MigrationDoor(),
          new PortsDoor(),
          new LogDoor());

  private Doors() {}

  /** Those of a name, or all. */
  static List<FuzzDoor> named(String name) {
    List<FuzzDoor> found =
        ALL.stream().filter(door -> name.equals("all") || door.name().equals(name)).toList();
    if (found.isEmpty()) {
      String known = ALL.stream().map(FuzzDoor::name).collect(Collectors.joining(", "));
      throw new UserError("there is no door '" + name + "'", "choose one of all, " + known);
    }
    return found;
  }
}
