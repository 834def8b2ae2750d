package io.phoenix.bench;

import io.phoenix.bench.BenchChild.Role;
import io.phoenix.bench.Results.Figure;

/** The figures that goals speak of. Others are measured too, for the table alone. */
final class Figures {
  static final String MPICH = "MPICH over TCP";

  static final Figure MPI_RTT = roundTrip(MPICH);
  static final Figure MPI_MIB = mib(MPICH);
  static final Figure MPI_WINDOW_8 = rate(MPICH, Task.Kind.WINDOW_64, 8);
  static final Figure MPI_WINDOW_100 = rate(MPICH, Task.Kind.WINDOW_64, 100);

  static final Figure BLOCKING_RTT = roundTrip(Role.BLOCKING_SOCKETS.title());
  static final Figure BLOCKING_MIB = mib(Role.BLOCKING_SOCKETS.title());
  static final Figure NIO_MIB = mib(Role.SPINNING_NIO.title());
  static final Figure NIO_BATCH_8 = rate(Role.SPINNING_NIO.title(), Task.Kind.BATCH_64, 8);
  static final Figure NIO_BATCH_100 = rate(Role.SPINNING_NIO.title(), Task.Kind.BATCH_64, 100);

  static final Figure BUSY_RTT = roundTrip(Role.BUSY_RECV.title());
  static final Figure BUSY_MIB = mib(Role.BUSY_RECV.title());
  static final Figure RECV_RTT = roundTrip(Role.RECV.title());
  static final Figure RTT = roundTrip(Role.HANDLER.title());
  static final Figure MIB = mib(Role.HANDLER.title());
  static final Figure STREAM_8 = rate(Role.HANDLER.title(), Task.Kind.STREAM, 8);
  static final Figure STREAM_100 = rate(Role.HANDLER.title(), Task.Kind.STREAM, 100);
  static final Figure ALLOCATED =
      new Figure(Role.HANDLER.title(), "allocated per 8 B message, B", true);
  static final Figure RESOLVE =
      new Figure("Phoenix, NameTable", "lookup in 10,000 pieces, ns", true);

  private static final int MIB_BYTES = 1 << 20;

  private Figures() {}

  /** What a task of a contender is called. */
  static Figure of(String contender, Task task) {
    if (task.kind() != Task.Kind.ROUND_TRIP) {
      return rate(contender, task.kind(), task.bytes());
    }
    return task.bytes() == MIB_BYTES ? mib(contender) : roundTrip(contender);
  }

  /** The value of that figure, from a task's result. */
  static double value(Task task, double result) {
    if (task.kind() != Task.Kind.ROUND_TRIP) {
      return result;
    }
    // Half of a round trip moves the message once: bytes per nanosecond are GB per second.
    return task.bytes() == MIB_BYTES ? 2.0 * MIB_BYTES / result : result / 1e3;
  }

  /** The round trip through a chain of nodes. */
  static Figure relayed(int relays, Placement placement) {
    return roundTrip(Pair.title(Role.HANDLER, relays, placement));
  }

  private static Figure roundTrip(String contender) {
    return new Figure(contender, "8 B round trip, µs", true);
  }

  private static Figure mib(String contender) {
    return new Figure(contender, "1 MiB ping-pong, GB/s", false);
  }

  private static Figure rate(String contender, Task.Kind kind, int bytes) {
    String how =
        switch (kind) {
          case WINDOW_64 -> "window 64";
          case BATCH_64 -> "64 at once";
          case STREAM -> "stream";
          case ROUND_TRIP -> throw new IllegalArgumentException("a round trip is no rate");
        };
    return new Figure(contender, bytes + " B messages/s, " + how, false);
  }
}
