package io.phoenix.routing.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class SourceRingPropertyTest {
  private final List<TestSource> sources =
      IntStream.range(0, 40).mapToObj(i -> TestSource.bulk(i, 1)).toList();

  /** Numbers below 40 add that source; others take one out, or start over. */
  @Property(tries = 300)
  void isAQueueInWhichEachIsOnce(
      @ForAll @Size(max = 300) List<@IntRange(min = 0, max = 70) Integer> steps) {
    var ring = new SourceRing();
    Deque<FrameSource> model = new ArrayDeque<>();
    for (int step : steps) {
      if (step < 40) {
        TestSource source = sources.get(step);
        ring.add(source);
        if (!model.contains(source)) {
          model.add(source);
        }
      } else if (step == 70) {
        ring.clear();
        model.clear();
      } else if (!model.isEmpty()) {
        assertThat(ring.remove()).isSameAs(model.remove());
      }
      assertThat(ring.isEmpty()).isEqualTo(model.isEmpty());
    }
  }
}
