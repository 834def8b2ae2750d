package io.phoenix.bench;

import com.sun.management.ThreadMXBean;
import io.phoenix.apps.process.LineServer;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/** A child process of the benchmark: one endpoint, which does what {@link Pair} asks. */
final class BenchChild {
  static final String LISTEN = "listen";
  static final String CONNECT = "connect";
  static final String RELAY = "relay";
  static final String SERVE = "serve";
  static final String MEASURE = "measure";
  static final String ALLOCATED = "allocated";
  static final String COMPILED = "compiled";
  static final String STREAMED = "streamed";
  static final String CLOSE = "close";

  private static final Map<Long, Long> ALLOCATED_BY = new HashMap<>();

  private BenchChild() {}

  /** The only argument is the name of the {@link Role}. */
  public static void main(String[] args) {
    Endpoint endpoint = Role.valueOf(args[0]).endpoint();
    LineServer.serve(question -> answer(endpoint, question));
    // The parent is gone or done: leaving in order would only wait for the other end.
    Runtime.getRuntime().halt(0);
  }

  private static String answer(Endpoint endpoint, String question) throws Exception {
    int blank = question.indexOf(' ');
    String verb = blank < 0 ? question : question.substring(0, blank);
    String argument = question.substring(blank + 1);
    switch (verb) {
      case LISTEN -> {
        return endpoint.listen();
      }
      case CONNECT -> endpoint.connect(argument);
      case RELAY -> {
        return endpoint.relay(argument);
      }
      case SERVE -> endpoint.serve(Task.fromLine(argument));
      case MEASURE -> {
        return Double.toString(endpoint.measure(Task.fromLine(argument)));
      }
      case ALLOCATED -> {
        return Long.toString(allocatedBytes());
      }
      case COMPILED -> {
        return Long.toString(ManagementFactory.getCompilationMXBean().getTotalCompilationTime());
      }
      case STREAMED -> {
        return Long.toString(endpoint.streamed());
      }
      case CLOSE -> endpoint.close();
      default -> throw new IllegalArgumentException("unknown question '" + question + "'");
    }
    return "";
  }

  /**
   * What all threads have allocated. One that has ended keeps what it had when last seen: the loop
   * of the measurement before may end during this one, and must not be taken off its result.
   */
  private static long allocatedBytes() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (long id : threads.getAllThreadIds()) {
      ALLOCATED_BY.merge(id, threads.getThreadAllocatedBytes(id), Math::max);
    }
    return ALLOCATED_BY.values().stream().mapToLong(bytes -> Math.max(0, bytes)).sum();
  }

  /** What kind of endpoint a child has. */
  enum Role {
    /** Plain sockets, sleeping. */
    BLOCKING_SOCKETS("Java sockets, blocking"),
    /** NIO channels, spinning. */
    SPINNING_NIO("Java NIO, spinning"),
    /** Phoenix with send and recv, spinning. */
    BUSY_RECV("Phoenix, busy-polling send/recv"),
    /** Phoenix with handlers, spinning. */
    BUSY_HANDLER("Phoenix, busy-polling handler"),
    /** Phoenix with handlers, sleeping. */
    HANDLER("Phoenix, handler on the loop"),
    /** Phoenix with send and recv, sleeping. */
    RECV("Phoenix, send/recv");

    private final String title;

    Role(String title) {
      this.title = title;
    }

    /** As the table calls it. */
    String title() {
      return title;
    }

    Endpoint endpoint() {
      return switch (this) {
        case BLOCKING_SOCKETS -> new BlockingEndpoint();
        case SPINNING_NIO -> new SpinningEndpoint();
        case BUSY_RECV -> new RecvEndpoint(true);
        case BUSY_HANDLER -> new HandlerEndpoint(true);
        case HANDLER -> new HandlerEndpoint(false);
        case RECV -> new RecvEndpoint(false);
      };
    }
  }
}
