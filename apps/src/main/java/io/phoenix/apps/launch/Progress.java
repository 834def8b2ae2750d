package io.phoenix.apps.launch;

import io.phoenix.apps.terminal.Terminal;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A line for each host. On a terminal the lines stay where they are and change; elsewhere each
 * change that ends something is a line of its own.
 */
final class Progress {
  /** More lines than a screen has would scroll. */
  private static final int MOST_IN_PLACE = 40;

  private final PrintWriter out;
  private final boolean inPlace;
  private final Map<String, String> lines = new LinkedHashMap<>();
  private final int width;
  private boolean shown;

  Progress(List<String> hosts, PrintWriter out) {
    this(hosts, out, Terminal.isStandardError());
  }

  Progress(List<String> hosts, PrintWriter out, boolean isTerminal) {
    this.out = out;
    this.inPlace = isTerminal && hosts.size() <= MOST_IN_PLACE;
    this.width = hosts.stream().mapToInt(String::length).max().orElse(0);
    hosts.forEach(host -> lines.put(host, "…"));
    show();
  }

  /** What a host is at. */
  synchronized void step(String host, String words) {
    lines.put(host, words);
    show();
  }

  /** How a host's part ended. */
  synchronized void end(String host, String words) {
    lines.put(host, words);
    if (inPlace) {
      show();
    } else {
      out.println(line(host, words));
      out.flush();
    }
  }

  private void show() {
    if (!inPlace) {
      return;
    }
    if (shown) {
      out.print("\033[" + lines.size() + "A");
    }
    shown = true;
    lines.forEach((host, words) -> out.print("\r\033[K" + line(host, words) + "\n"));
    out.flush();
  }

  private String line(String host, String words) {
    return "  " + host + " ".repeat(width - host.length()) + "  " + words;
  }
}
