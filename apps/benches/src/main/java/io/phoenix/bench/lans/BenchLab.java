package io.phoenix.bench.lans;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.apps.terminal.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The lab of {@code scripts/lab}, while the benchmark lasts. */
final class BenchLab implements AutoCloseable {
  private static final long LIMIT_SECONDS = 120;

  private final Path root;

  /** So named, it is removed by the next lab if this process is killed before it can. */
  private final String name = "run-" + ProcessHandle.current().pid();

  private BenchLab(Path root) {
    this.root = root;
  }

  /** Builds it. */
  static BenchLab up(int hostsPerLan) {
    Path root = Path.of(System.getProperty("phoenix.root", "")).toAbsolutePath();
    var lab = new BenchLab(root);
    lab.lab("up", "--hosts", String.valueOf(hostsPerLan));
    return lab;
  }

  /** A directory of the lab's, which goes with it. */
  Path directory() {
    return Path.of("/tmp/phoenix-lab-" + name);
  }

  Path home(String host) {
    return directory().resolve(host).resolve("home");
  }

  /** What a command line begins with that shall run on a host. */
  List<String> on(String host) {
    return List.of(
        "env",
        "PHOENIX_LAB=" + name,
        root.resolve("scripts/lab").toString(),
        "run",
        "--host",
        host,
        "--");
  }

  /** Starts a command on a host; what it says goes to a file. */
  Process start(Path out, String host, String... command) {
    List<String> all = new ArrayList<>(on(host));
    all.addAll(List.of(command));
    return start(out, all);
  }

  /** Does something with the lab, and waits for it. */
  String lab(String... arguments) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("env", "PHOENIX_LAB=" + name, root.resolve("scripts/lab").toString()));
    command.addAll(List.of(arguments));
    try {
      Path out = Files.createTempFile("lab", ".out");
      try {
        await(start(out, command), out);
        return Files.readString(out);
      } finally {
        Files.delete(out);
      }
    } catch (IOException e) {
      throw new UserError("the lab: " + e.getMessage(), "is there room in /tmp?");
    }
  }

  private static Process start(Path out, List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(out.toFile())
              .start();
      process.getOutputStream().close();
      return process;
    } catch (IOException e) {
      throw new UserError("cannot start " + command + ": " + e.getMessage(), "see above");
    }
  }

  /** Waits for the success of a command. */
  static void await(Process process, Path out) {
    try {
      boolean isOver = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      if (!isOver || process.exitValue() != 0) {
        process.destroy();
        throw new UserError(
            new String(Files.readAllBytes(out), UTF_8).strip(), "it was started by the benchmark");
      }
    } catch (IOException e) {
      throw new UserError("cannot read " + out + ": " + e.getMessage(), "see above");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted", "start it again");
    }
  }

  @Override
  public void close() {
    lab("down");
  }
}
