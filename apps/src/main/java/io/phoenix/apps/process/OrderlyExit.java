package io.phoenix.apps.process;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The end of a process that runs a node. Asked to end, by SIGTERM, SIGINT or SIGHUP, it leaves
 * first; its last line says what it handed to whom and how long that took. Asked again, it ends at
 * once, as a process does that is killed.
 *
 * <pre>{@code
 * OrderlyExit.onSignals(() -> Departure.leave(node, migration), System.out);
 * // kill -TERM …
 * // ~24bc056a4f2cca64 left in 12.3 ms: gave [512, 1024) to ~7d50dfc9a791a95c (183,848 bytes in …
 * }</pre>
 *
 * <p>Exit code 0 if the node left in order, 1 if it could not, 128 and the signal's number if it
 * was asked twice.
 */
public final class OrderlyExit {
  private static final int KILLED = 128;

  private final Callable<Departure> leaving;
  private final PrintStream out;
  private final AtomicBoolean begun = new AtomicBoolean();
  private final Thread thread = new Thread(this::leaveAndExit, "orderly exit");

  private OrderlyExit(Callable<Departure> leaving, PrintStream out) {
    this.leaving = leaving;
    this.out = out;
  }

  /**
   * Waits for signals from now on.
   *
   * @param leaving makes the node leave, and says how that went; is called at most once
   * @param out where the last line goes
   */
  public static OrderlyExit onSignals(Callable<Departure> leaving, PrintStream out) {
    var exit = new OrderlyExit(leaving, out);
    for (Signals.Signal signal : Signals.Signal.values()) {
      Signals.handle(signal, exit::onSignal);
    }
    return exit;
  }

  private void onSignal(int number) {
    if (!begin()) {
      Runtime.getRuntime().halt(KILLED + number);
    }
  }

  /** Begins to leave; returns {@code false} if that was begun already. Does not wait. */
  public boolean begin() {
    boolean first = begun.compareAndSet(false, true);
    if (first) {
      thread.start();
    }
    return first;
  }

  /** If it has begun to leave, waits for the end of the process; else returns at once. */
  public void awaitIfBegun() {
    try {
      if (begun.get()) {
        Thread.currentThread().join(); // the exit ends this thread, too
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void leaveAndExit() {
    int code = 1;
    try {
      Departure departure = leaving.call();
      out.println(departure.line());
      code = departure.isInOrder() ? 0 : 1;
    } catch (Exception e) {
      out.println("error: could not leave: " + e);
      out.println("hint: what this node assumed is nobody's now; start one that assumes it");
    } finally {
      out.flush();
      System.exit(code);
    }
  }
}
