package io.phoenix.apps.fuzz;

import java.io.PrintWriter;
import java.util.Locale;

/** Says every few seconds how far a door is, and that it hangs if it does. */
final class Progress implements Fuzzer.Watcher, AutoCloseable {
  private static final long EVERY_NS = 5_000_000_000L;

  private final String door;
  private final long seed;
  private final PrintWriter err;
  private final Watchdog watchdog;
  private final long startedNs = System.nanoTime();
  private long saidNs = startedNs;

  Progress(String door, long seed, PrintWriter err) {
    this.door = door;
    this.seed = seed;
    this.err = err;
    watchdog = new Watchdog(this::onHang);
  }

  private void onHang(String what) {
    err.println(door + ", seed " + seed + ": " + what);
    err.flush();
  }

  @Override
  public void onInput(byte[] input) {
    watchdog.begin(input);
  }

  @Override
  public void onProgress(long inputs, long refused) {
    long nowNs = System.nanoTime();
    if (nowNs - saidNs >= EVERY_NS) {
      saidNs = nowNs;
      err.println(line(inputs, refused));
      err.flush();
    }
  }

  private String line(long inputs, long refused) {
    double seconds = (System.nanoTime() - startedNs) / 1e9;
    return String.format(
        Locale.ROOT,
        "%-9s %,12d inputs  %,8.0f/s  %,12d closed or refused  seed %d",
        door,
        inputs,
        inputs / seconds,
        refused,
        seed);
  }

  String summary(long inputs, long refused, boolean kept) {
    return line(inputs, refused) + (kept ? "  every promise kept" : "  BROKEN");
  }

  @Override
  public void close() {
    watchdog.close();
  }
}
