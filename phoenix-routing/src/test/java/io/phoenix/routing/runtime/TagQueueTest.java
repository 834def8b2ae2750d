package io.phoenix.routing.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.Message;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class TagQueueTest {

  /** The ring grows with its head anywhere. */
  @Property(tries = 200)
  void keepsOrderAndNumbersWhileItGrows(@ForAll long seed) {
    var random = new SplittableRandom(seed);
    TagQueue queue = new TagQueue();
    Deque<Message> model = new ArrayDeque<>();
    int bias = 1 + random.nextInt(3);
    for (int i = 0; i < 500; i++) {
      if (random.nextInt(4) < bias) {
        Message m = new Message(-1, i, 0, new byte[0]); // its target stands for its number
        queue.add(m, i);
        model.add(m);
      } else if (!model.isEmpty()) {
        assertThat(queue.firstNumber()).isEqualTo(model.getFirst().to());
        assertThat(queue.remove()).isSameAs(model.removeFirst());
      }
      assertThat(queue.isEmpty()).isEqualTo(model.isEmpty());
    }
  }

  @Example
  void emptyQueueHasNothingToRemove() {
    assertThatThrownBy(() -> new TagQueue().remove())
        .isInstanceOf(NullPointerException.class)
        .hasMessage("removed from an empty queue");
  }
}
