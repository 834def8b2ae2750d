package io.phoenix.bench.stealing;

import io.phoenix.apps.terminal.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Groups of processes that get a part of a core each, by Linux's control groups, version 1 or 2. So
 * a few cores can stand for many slow ones.
 */
final class CpuGroups implements AutoCloseable {
  private static final Path ROOT = Path.of("/sys/fs/cgroup");

  /**
   * A process that has used up its part waits for the next period. The kernel looks every few
   * milliseconds only, so parts of shorter periods are far from exact.
   */
  private static final int PERIOD_US = 50_000;

  private static final int LEAST_US = 1_000;
  private static final int REMOVALS = 100;

  private static final boolean IS_UNIFIED = Files.exists(ROOT.resolve("cgroup.controllers"));
  private static final Path PARENT = IS_UNIFIED ? ROOT : ROOT.resolve("cpu");

  private final String prefix = "phoenix-" + ProcessHandle.current().pid() + "-";
  private final List<Path> groups = new ArrayList<>();

  /** Whether groups can be made here. */
  static boolean isAvailable() {
    return Files.isWritable(PARENT)
        && Files.exists(PARENT.resolve(IS_UNIFIED ? "cgroup.subtree_control" : "cpu.cfs_quota_us"));
  }

  /** Makes a group without a limit; the words that start a command in it. */
  List<String> starter(String name) {
    Path group = PARENT.resolve(prefix + name.replace(' ', '-'));
    try {
      if (IS_UNIFIED) {
        Files.writeString(PARENT.resolve("cgroup.subtree_control"), "+cpu");
      }
      Files.createDirectories(group);
    } catch (IOException e) {
      throw failure(e);
    }
    groups.add(group);
    return List.of(
        "sh", "-c", "echo $$ > " + group.resolve("cgroup.procs") + " && exec \"$@\"", "sh");
  }

  /** From now on each group gets that part of one core. */
  void limit(double part) {
    int quotaUs = Math.max(LEAST_US, (int) Math.round(part * PERIOD_US));
    long periodUs = Math.round(quotaUs / part);
    try {
      for (Path group : groups) {
        if (IS_UNIFIED) {
          Files.writeString(group.resolve("cpu.max"), quotaUs + " " + periodUs);
        } else {
          Files.writeString(group.resolve("cpu.cfs_period_us"), Long.toString(periodUs));
          Files.writeString(group.resolve("cpu.cfs_quota_us"), Integer.toString(quotaUs));
        }
      }
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** The time that the processes of all groups have been running on cores. */
  double cpuSeconds() {
    Duration sum = Duration.ZERO;
    try {
      for (Path group : groups) {
        for (String pid : Files.readAllLines(group.resolve("cgroup.procs"))) {
          sum =
              sum.plus(
                  ProcessHandle.of(Long.parseLong(pid))
                      .flatMap(process -> process.info().totalCpuDuration())
                      .orElse(Duration.ZERO));
        }
      }
    } catch (IOException e) {
      throw failure(e);
    }
    return sum.toNanos() / 1e9;
  }

  private static UserError failure(IOException e) {
    return new UserError(
        "cannot use control groups: " + e, "run it as root, or leave SHARES and PROCESSES out");
  }

  /** Removes the groups, whose processes have ended. */
  @Override
  public void close() {
    for (Path group : groups) {
      for (int i = 0; i < REMOVALS && Files.exists(group); i++) {
        try {
          Files.delete(group);
        } catch (IOException e) {
          pause(); // a process of it is still ending
        }
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
