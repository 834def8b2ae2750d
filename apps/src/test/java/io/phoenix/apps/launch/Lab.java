package io.phoenix.apps.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The lab of {@code scripts/lab}, for tests: three LANs with real sshds. Needs root. */
final class Lab implements AutoCloseable {
  private static final long LIMIT_SECONDS = 240;

  private final String name;

  /** What a command said. */
  record Result(int code, String out) {}

  private Lab(String name) {
    this.name = name;
  }

  static Lab up() {
    return up(2);
  }

  /** A lab with so many hosts in each LAN. */
  static Lab up(int hosts) {
    var lab = new Lab("it-" + ProcessHandle.current().pid());
    Result result = lab.lab("up", "--hosts", Integer.toString(hosts));
    if (result.code() != 0) {
      throw new IllegalStateException("scripts/lab up: " + result.out());
    }
    return lab;
  }

  static Path root() {
    Path dir = Path.of("").toAbsolutePath();
    while (!Files.exists(dir.resolve("scripts/lab"))) {
      dir = dir.getParent();
    }
    return dir;
  }

  /** The home of a host's user. */
  Path home(String host) {
    return Path.of("/tmp/phoenix-lab-" + name, host, "home");
  }

  Path file(String host, String file) {
    return Path.of("/tmp/phoenix-lab-" + name, host, file);
  }

  Result lab(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(root().resolve("scripts/lab").toString());
    command.addAll(List.of(arguments));
    return run(command);
  }

  /** A command on a host. */
  Result on(String host, String... command) {
    List<String> all = new ArrayList<>(List.of("run", "--host", host, "--"));
    all.addAll(List.of(command));
    return lab(all.toArray(String[]::new));
  }

  /** The phoenix command on a host. */
  Result phoenix(String host, String... arguments) {
    return on(host, phoenix(arguments).toArray(String[]::new));
  }

  /** Starts the phoenix command on a host; what it says goes to a file. */
  Process begin(Path out, String host, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(root().resolve("scripts/lab").toString(), "run", "--host", host, "--"));
    command.addAll(phoenix(arguments));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PHOENIX_LAB", name);
    Process process = builder.redirectOutput(out.toFile()).start();
    process.getOutputStream().close();
    return process;
  }

  private static List<String> phoenix(String... arguments) {
    List<String> all = new ArrayList<>();
    all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    all.addAll(JvmFlags.of(Runtime.version().feature()));
    all.addAll(List.of("-XX:CompileThresholdScaling=4", "-XX:+UseSerialGC", "-jar"));
    all.add(root().resolve("apps/target/phoenix.jar").toString());
    all.addAll(List.of(arguments));
    return all;
  }

  private Result run(List<String> command) {
    try {
      Path out = Files.createTempFile("lab", ".out");
      var builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().put("PHOENIX_LAB", name);
      Process process = builder.redirectOutput(out.toFile()).start();
      process.getOutputStream().close();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException(
            command + " takes longer than " + LIMIT_SECONDS + " s: " + Files.readString(out));
      }
      String text = new String(Files.readAllBytes(out), StandardCharsets.UTF_8);
      Files.delete(out);
      return new Result(process.exitValue(), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    lab("down");
  }
}
