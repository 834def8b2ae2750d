package io.phoenix.apps.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.VirtualRange;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class EntriesTest {

  @Property(tries = 200)
  void behavesAsOneSortedMap(
      @ForAll @LongRange(min = 2, max = 1L << 62) long spaceSize,
      @ForAll List<@IntRange(min = 0, max = 299) Integer> steps,
      @ForAll @IntRange(min = 0, max = 1000) int from,
      @ForAll @IntRange(min = 1, max = 1000) int length) {
    var entries = new Entries(spaceSize);
    NavigableMap<Key, byte[]> model = new TreeMap<>();
    for (int step : steps) {
      Key key = Key.of(("key " + step % 100).getBytes(UTF_8), spaceSize);
      if (step < 200) {
        byte[] value = new byte[step];
        assertThat(entries.put(key, value)).isSameAs(model.put(key, value));
      } else {
        assertThat(entries.remove(key)).isSameAs(model.remove(key));
      }
      assertThat(entries.get(key)).isSameAs(model.get(key));
    }
    checkTotals(entries, model);

    VirtualRange range = range(spaceSize, from, length);
    var inRange = model.subMap(Key.firstOf(range.first()), Key.firstOf(range.end()));
    assertThat(entries.count(range)).isEqualTo(inRange.size());
    assertThat(keysOf(entries, range)).containsExactlyElementsOf(inRange.keySet());

    inRange.clear();
    entries.discard(range);
    assertThat(entries.count(range)).isZero();
    checkTotals(entries, model);
    VirtualRange all = VirtualRange.all(spaceSize);
    assertThat(keysOf(entries, all)).containsExactlyElementsOf(model.keySet());
  }

  @Example
  void aSpaceOfOneVirtualNodeHasOneShelf() {
    var entries = new Entries(1);
    entries.put(Key.of(new byte[] {1}, 1), new byte[5]);
    assertThat(entries.count(VirtualRange.all(1))).isEqualTo(1);
    entries.discard(VirtualRange.all(1));
    assertThat(entries.size()).isZero();
  }

  /** A range by thousandths of the space. */
  private static VirtualRange range(long spaceSize, int from, int length) {
    long first = (long) (spaceSize * (from / 1001.0));
    return VirtualRange.of(
        first, Math.min(spaceSize, first + Math.max(1, (long) (spaceSize * (length / 1000.0)))));
  }

  private static void checkTotals(Entries entries, NavigableMap<Key, byte[]> model) {
    assertThat(entries.size()).isEqualTo(model.size());
    assertThat(entries.bytes())
        .isEqualTo(
            model.entrySet().stream()
                .mapToLong(e -> e.getKey().bytes().length + e.getValue().length)
                .sum());
  }

  private static List<Key> keysOf(Entries entries, VirtualRange range) {
    List<Key> keys = new ArrayList<>();
    for (var e = entries.after(null, range); e != null; e = entries.after(e.getKey(), range)) {
      keys.add(e.getKey());
    }
    return keys;
  }
}
