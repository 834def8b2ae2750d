package io.phoenix.routing.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.api.VirtualRange;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MailboxTest {
  private final Mailbox mailbox = new Mailbox(1000);

  private static Message message(int tag, int bytes) {
    return new Message(-1, 0, tag, new byte[bytes]);
  }

  private enum Deed {
    PUT,
    POLL,
    POLL_TAG
  }

  private record Act(Deed deed, int tag) {}

  @Provide
  Arbitrary<List<Act>> acts() {
    Arbitrary<Deed> deeds =
        Arbitraries.frequency(
            Tuple.of(3, Deed.PUT), Tuple.of(1, Deed.POLL), Tuple.of(1, Deed.POLL_TAG));
    Arbitrary<Integer> tags =
        Arbitraries.oneOf(
            Arbitraries.integers().between(-1, 3), Arbitraries.integers().between(-1, 98));
    return Combinators.combine(deeds, tags).as(Act::new).list().ofMaxSize(400);
  }

  /** Any mixture of tags and ways of taking, against one plain list. */
  @Property(tries = 300)
  void oldestComesFirstWithAndWithoutTag(@ForAll("acts") List<Act> acts) {
    Mailbox box = new Mailbox(1000);
    List<Message> model = new ArrayList<>();
    for (Act act : acts) {
      switch (act.deed()) {
        case PUT -> {
          Message m = message(act.tag(), 1);
          box.put(m);
          model.add(m);
        }
        case POLL -> assertThat(box.poll()).isSameAs(model.isEmpty() ? null : model.remove(0));
        case POLL_TAG -> {
          Message expected =
              model.stream().filter(m -> m.tag() == act.tag()).findFirst().orElse(null);
          model.remove(expected);
          assertThat(box.poll(act.tag())).isSameAs(expected);
        }
      }
    }
    assertThat(box.takeAll()).isEqualTo(model);
    assertThat(box.poll()).isNull();
  }

  @Property(tries = 300)
  void whatIsTakenBackIsThatOfTheRangeInOrder(
      @ForAll @Size(max = 200) List<@IntRange(min = -3, max = 9) Integer> targets,
      @ForAll @IntRange(max = 4) int first,
      @ForAll @IntRange(min = 5, max = 9) int end) {
    Mailbox box = new Mailbox(1000);
    List<Message> model = new ArrayList<>();
    for (int to : targets) { // those below zero are names of nodes
      Message m = new Message(-1, to, model.size() % 3, new byte[1]);
      box.put(m);
      model.add(m);
    }
    VirtualRange range = VirtualRange.of(first, end);
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
