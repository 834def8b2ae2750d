package io.phoenix.bench.stealing;

import io.phoenix.apps.terminal.UserError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Processes that do nothing useful, each for a part of a core. A core that sleeps most of the time
 * is slower when it wakes than one that is kept busy, so one slow node is measured beside as many
 * others as there will be later.
 */
final class OtherLoad implements AutoCloseable {
  private static final List<String> LOOP = List.of("sh", "-c", "while :; do :; done");

  private final CpuGroups groups = new CpuGroups();
  private final List<Process> processes = new ArrayList<>();

  /** Starts so many. */
  void start(int count, double part) {
    for (int i = 0; i < count; i++) {
      List<String> command = new ArrayList<>(groups.starter("load " + i));
      command.addAll(LOOP);
      try {
        processes.add(new ProcessBuilder(command).start());
      } catch (IOException e) {
        throw new UserError("cannot start a process: " + e.getMessage(), "is there a shell?");
      }
    }
    groups.limit(part);
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
    for (Process process : processes) {
      process.onExit().join();
    }
    groups.close();
  }
}
