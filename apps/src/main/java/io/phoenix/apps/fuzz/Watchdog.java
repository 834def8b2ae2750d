package io.phoenix.apps.fuzz;

import java.time.Duration;
import java.util.HexFormat;
import java.util.function.Consumer;

/** Says so, with the input and the stack, if one input takes for ever. Nobody can go on then. */
final class Watchdog implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final Thread watched = Thread.currentThread();
  private final Consumer<String> onHang;
  private final Thread thread = new Thread(this::watch, "fuzz-watchdog");
  private volatile byte[] input = {};
  private volatile long sinceNs = System.nanoTime();
  private volatile boolean over;

  Watchdog(Consumer<String> onHang) {
    this.onHang = onHang;
    thread.setDaemon(true);
    thread.start();
  }

  /** This is put in now. */
  void begin(byte[] next) {
    input = next;
    sinceNs = System.nanoTime();
  }

  private void watch() {
    while (!over) {
      try {
        Thread.sleep(LOOK.toMillis());
      } catch (InterruptedException e) {
        return;
      }
      if (!over && System.nanoTime() - sinceNs > LONGEST.toNanos()) {
        sinceNs = System.nanoTime();
        onHang.accept(report());
      }
    }
  }

  private String report() {
    var text = new StringBuilder("an input has taken " + LONGEST.toSeconds() + " s:\n");
    text.append(HexFormat.of().formatHex(input)).append('\n');
    for (StackTraceElement frame : watched.getStackTrace()) {
      text.append("    at ").append(frame).append('\n');
    }
    return text.toString();
  }

  @Override
  public void close() {
    over = true;
    thread.interrupt();
  }
}
