package io.phoenix.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.apps.terminal.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * MPICH, made to use TCP between its two processes although they share a machine. Debian's build
 * speaks through UCX; the settings for builds on libfabric and on ch3 are given as well. (Checked
 * with strace: two sendto and two recvfrom a round trip, and the rate of sockets, not of memory.)
 */
final class Mpich implements Contender {
  private static final Map<String, String> OVER_TCP =
      Map.of(
          "UCX_TLS", "tcp,self",
          "UCX_NET_DEVICES", "lo",
          "FI_PROVIDER", "tcp",
          "MPIR_CVAR_NOLOCAL", "1");

  /** Expected figures, to choose how many rounds make up the time that a task asks for. */
  private static final double ROUND_TRIP_NS = 12_000;

  private static final double BYTE_NS = 0.5;

  private final Path program;

  private Mpich(Path program) {
    this.program = program;
  }

  /** Compiles the program, if MPICH is there. */
  static Optional<Mpich> find(Path source, Path directory) {
    try {
      Files.createDirectories(directory);
      Path program = directory.resolve("mpi_pingpong");
      // GCC takes MPI_STATUSES_IGNORE, a pointer of 1, for a small array.
      run(
          List.of(
              "mpicc.mpich",
              "-O2",
              "-Wno-stringop-overflow",
              "-o",
              program.toString(),
              source.toString()));
      return Optional.of(new Mpich(program));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public String title() {
    return "MPICH over TCP";
  }

  @Override
  public double measure(Task task) {
    String kind =
        switch (task.kind()) {
          case ROUND_TRIP -> "rtt";
          case WINDOW_64 -> "window";
          case BATCH_64 -> "posted";
          case STREAM -> throw new IllegalArgumentException("MPI programs have windows");
        };
    double roundNs =
        task.burst() * (ROUND_TRIP_NS / 2 + task.bytes() * BYTE_NS) + ROUND_TRIP_NS / 2;
    long rounds = Math.max(10, (long) (task.millis() * 1e6 / roundNs));
    try {
      return Double.parseDouble(
          run(
              List.of(
                  "mpirun.mpich",
                  "-n",
                  "2",
                  program.toString(),
                  kind,
                  Integer.toString(task.bytes()),
                  Long.toString(rounds))));
    } catch (IOException e) {
      throw new UserError("MPICH failed: " + e.getMessage(), "does mpirun.mpich work by hand?");
    }
  }

  private static String run(List<String> command) throws IOException {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(OVER_TCP);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    try {
      int code = process.waitFor();
      if (code != 0) {
        throw new IOException(command + " ended with exit code " + code + ": " + output);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException(command + " was interrupted", e);
    }
    return output;
  }
}
