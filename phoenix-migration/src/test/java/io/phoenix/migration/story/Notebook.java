package io.phoenix.migration.story;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.state.Incoming;
import io.phoenix.migration.state.MigratingState;
import io.phoenix.migration.state.Outgoing;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An example of an application's state: a page of notes for each virtual node. */
final class Notebook implements MigratingState {
  private final TreeMap<Long, Map<String, String>> pages = new TreeMap<>();

  void write(long v, String title, String text) {
    pages.computeIfAbsent(v, key -> new TreeMap<>()).put(title, text);
  }

  @Nullable String read(long v, String title) {
    return pages.getOrDefault(v, Map.of()).get(title);
  }

  @Override
  public Outgoing handOut(VirtualRange range) {
    SortedMap<Long, Map<String, String>> leaving = pages.subMap(range.first(), range.end());
    Iterator<Map.Entry<Long, Map<String, String>>> rest = leaving.entrySet().iterator();
    return new Outgoing() {
      @Override
      public byte @Nullable [] next(int maxBytes) {
        return rest.hasNext() ? encode(rest.next()) : null;
      }

      @Override
      public void end(boolean handedOver) {
        if (handedOver) {
          leaving.clear();
        }
      }
    };
  }

  @Override
  public Incoming takeIn(VirtualRange range) {
    return new Incoming() {
      @Override
      public void add(byte[] chunk) {
        decode(chunk);
      }

      @Override
      public void end(boolean assumed) {
        if (!assumed) {
          pages.subMap(range.first(), range.end()).clear();
        }
      }
    };
  }

  /** A line for the virtual node, then two for each note. */
  private static byte[] encode(Map.Entry<Long, Map<String, String>> page) {
    StringBuilder lines = new StringBuilder().append(page.getKey()).append('\n');
    page.getValue().forEach((title, text) -> lines.append(title + "\n" + text + "\n"));
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void decode(byte[] chunk) {
    Iterator<String> lines = new String(chunk, StandardCharsets.UTF_8).lines().iterator();
    long v = Long.parseLong(lines.next());
    while (lines.hasNext()) {
      write(v, lines.next(), lines.next());
    }
  }
}
