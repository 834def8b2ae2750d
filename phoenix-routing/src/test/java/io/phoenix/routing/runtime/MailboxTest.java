package io.phoenix.routing.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.api.VirtualRange;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class MailboxTest {
  private final Mailbox mailbox = new Mailbox(1000);

  private static Message message(int tag, int bytes) {
    return new Message(-1, 0, tag, new byte[bytes]);
  }

  /** Any mixture of tags and ways of taking, against one plain list. */
  @Property(tries = 300)
  void oldestComesFirstWithAndWithoutTag(@ForAll long seed) {
    var random = new SplittableRandom(seed);
    Mailbox box = new Mailbox(1000);
    List<Message> model = new ArrayList<>();
    int tags = 1 + random.nextInt(random.nextBoolean() ? 5 : 100);
    for (int i = 0; i < 400; i++) {
      int tag = random.nextInt(tags) - 1;
      switch (random.nextInt(5)) {
        case 0, 1, 2 -> {
          Message m = message(tag, random.nextInt(3));
          box.put(m);
          model.add(m);
        }
        case 3 -> assertThat(box.poll()).isSameAs(model.isEmpty() ? null : model.remove(0));
        default -> {
          Message expected = model.stream().filter(m -> m.tag() == tag).findFirst().orElse(null);
          model.remove(expected);
          assertThat(box.poll(tag)).isSameAs(expected);
        }
      }
    }
    assertThat(box.takeAll()).isEqualTo(model);
    assertThat(box.poll()).isNull();
  }

  @Property(tries = 300)
  void whatIsTakenBackIsThatOfTheRangeInOrder(@ForAll long seed) {
    var random = new SplittableRandom(seed);
    Mailbox box = new Mailbox(1000);
    List<Message> model = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      long to = random.nextInt(4) == 0 ? -7 : random.nextInt(10);
      Message m = new Message(-1, to, random.nextInt(3), new byte[random.nextInt(3)]);
      box.put(m);
      model.add(m);
    }
    VirtualRange range = VirtualRange.of(random.nextInt(5), 5 + random.nextInt(5));
    List<Message> expected = model.stream().filter(m -> range.contains(m.to())).toList();
    assertThat(box.takeBack(range)).isEqualTo(expected);
    model.removeAll(expected);
    assertThat(box.holdsVirtual()).isEqualTo(model.stream().anyMatch(m -> m.to() >= 0));
    assertThat(box.takeAll()).isEqualTo(model);
    assertThat(box.holdsVirtual()).isFalse();
  }

  @Test
  void fullFromTheLimitOn() {
    mailbox.put(message(1, 999 - 64)); // a message costs 64 bytes more than its payload
    assertThat(mailbox.isFull()).isFalse();
    mailbox.poll();
    mailbox.put(message(1, 1000 - 64));
    assertThat(mailbox.isFull()).isTrue();
    mailbox.poll();
    assertThat(mailbox.isFull()).isFalse();
  }

  @Test
  void tellsOnceWhenItIsHalfEmptyAgain() {
    mailbox.put(message(1, 436)); // 500
    assertThat(mailbox.hasRoomAgain()).as("was never full").isFalse();
    mailbox.put(message(2, 0)); // 564
    mailbox.put(message(3, 436)); // 1064
    assertThat(mailbox.isFull()).isTrue();
    assertThat(mailbox.hasRoomAgain()).isFalse();
    mailbox.poll(3);
    assertThat(mailbox.hasRoomAgain()).as("at 564 of 1000").isFalse();
    mailbox.poll(2);
    assertThat(mailbox.hasRoomAgain()).as("at 500 of 1000").isTrue();
    assertThat(mailbox.hasRoomAgain()).as("said already").isFalse();
  }

  @Test
  void fullnessThatNobodyAskedAboutHeldNobodyBack() {
    mailbox.put(message(1, 5000));
    mailbox.poll();
    assertThat(mailbox.hasRoomAgain()).isFalse();
  }

  @Test
  void takingAllMakesRoom() {
    mailbox.put(message(1, 5000));
    assertThat(mailbox.isFull()).isTrue();
    assertThat(mailbox.takeAll()).hasSize(1);
    assertThat(mailbox.isFull()).isFalse();
    assertThat(mailbox.hasRoomAgain()).isTrue();
  }
}
