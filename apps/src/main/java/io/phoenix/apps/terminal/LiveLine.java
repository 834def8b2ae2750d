package io.phoenix.apps.terminal;

import java.io.PrintWriter;
import java.time.Duration;

/**
 * A line of progress: rewritten in place on a terminal; elsewhere, as in a log, a line of its own
 * now and then.
 */
public final class LiveLine {
  private static final long APART_NS = Duration.ofSeconds(10).toNanos();
  private static final String ERASE = "\r\033[K";

  private final PrintWriter out;
  private final boolean inPlace;
  private long lastNs;

  /** A line that begins at {@code nowNs}. */
  public LiveLine(PrintWriter out, boolean inPlace, long nowNs) {
    this.out = out;
    this.inPlace = inPlace;
    this.lastNs = nowNs;
  }

  /** Shows the line in place of the one before. */
  public void show(String line, long nowNs) {
    if (inPlace) {
      out.print(ERASE + line);
      out.flush();
    } else if (nowNs - lastNs >= APART_NS) {
      lastNs = nowNs;
      out.println(line);
      out.flush();
    }
  }

  /** Leaves the terminal as it was. */
  public void end() {
    if (inPlace) {
      out.print(ERASE);
      out.flush();
    }
  }
}
