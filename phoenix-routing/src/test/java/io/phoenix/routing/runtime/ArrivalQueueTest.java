package io.phoenix.routing.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import org.junit.jupiter.api.Test;

class ArrivalQueueTest {
  private final ArrivalQueue queue = new ArrivalQueue();

  private static Message message(int tag) {
    return new Message(-1, 0, tag, new byte[0]);
  }

  /** Nothing is left of tags that are not queued: no call has to pass over them. */
  @Test
  void isAsLargeAsWhatIsQueuedWhateverTagsThereHaveBeen() {
    int fresh = queue.capacity();
    for (int tag = 0; tag < 100_000; tag++) {
      queue.add(message(tag));
      assertThat(queue.tags()).isEqualTo(1);
      assertThat(tag % 2 == 0 ? queue.poll() : queue.poll(tag)).isNotNull();
      assertThat(queue.tags()).isZero();
    }
    assertThat(queue.capacity()).isEqualTo(fresh);
  }

  @Test
  void givesBackTheRoomOfManyWhenAllAreGone() {
    int fresh = queue.capacity();
    for (int tag = 0; tag < 100_000; tag++) {
      queue.add(message(tag));
    }
    assertThat(queue.tags()).isEqualTo(100_000);
    for (int tag = 0; tag < 100_000; tag += 2) {
      assertThat(queue.poll(tag)).isNotNull();
    }
    for (int tag = 1; tag < 100_000; tag += 2) {
      Message oldest = queue.poll();
      assertThat(oldest).isNotNull();
      assertThat(oldest.tag()).isEqualTo(tag);
    }
    assertThat(queue.poll()).isNull();
    assertThat(queue.capacity()).isEqualTo(fresh);
  }

  @Test
  void growsOnlyWithWhatIsQueuedAtOnce() {
    for (int i = 0; i < 10; i++) {
      queue.add(message(i));
    }
    int capacity = queue.capacity();
    for (int i = 0; i < 100_000; i++) {
      queue.add(message(i % 10));
      assertThat(queue.poll(i % 10)).isNotNull();
    }
    assertThat(queue.capacity()).isEqualTo(capacity);
  }
}
