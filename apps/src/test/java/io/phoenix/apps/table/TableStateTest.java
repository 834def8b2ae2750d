package io.phoenix.apps.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.state.Incoming;
import io.phoenix.migration.state.Outgoing;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TableStateTest {
  private static final long SPACE = 1000;
  private static final VirtualRange RANGE = VirtualRange.of(250, 750);
  private static final int PIECE = 100;

  private final TableState from = new TableState(SPACE);
  private final TableState to = new TableState(SPACE);

  @Test
  void entriesOfARangeMoveAndTheOthersStay() {
    fill(200);
    long moving = from.count(RANGE);
    Outgoing out = from.handOut(RANGE);
    Incoming in = to.takeIn(RANGE);
    copyAll(out, in);
    out.end(true);
    in.end(true);
    assertThat(moving).isBetween(1L, 199L);
    assertThat(to.count(VirtualRange.all(SPACE))).isEqualTo(moving);
    assertThat(from.count(RANGE)).isZero();
    assertThat(from.count(VirtualRange.all(SPACE))).isEqualTo(200 - moving);
    checkEach(200, 0);
  }

  @Test
  void whatChangesWhileItIsCopiedArrivesAsItIsAtLast() {
    fill(200);
    Outgoing out = from.handOut(RANGE);
    Incoming in = to.takeIn(RANGE);
    for (int i = 0; i < 8; i++) {
      in.add(Objects.requireNonNull(out.next(PIECE)));
    }
    // Some of these have been copied by now and some have not.
    for (int i = 0; i < 200; i += 3) {
      from.put(key(i), value(i, 1));
      from.remove(key(i + 1));
    }
    for (int i = 200; i < 300; i++) {
      from.put(key(i), value(i, 1));
    }
    copyAll(out, in);
    from.remove(key(2));
    from.put(key(5), value(5, 2));
    out.freeze();
    copyAll(out, in);
    out.end(true);
    in.end(true);
    assertThat(from.count(RANGE)).isZero();
    for (int i = 0; i < 300; i++) {
      TableState owner = RANGE.contains(key(i).v()) ? to : from;
      byte[] expected =
          i == 2 || (i < 200 && i % 3 == 1)
              ? null
              : value(i, i == 5 ? 2 : i >= 200 || i % 3 == 0 ? 1 : 0);
      assertThat(owner.get(key(i))).as("key %d", i).isEqualTo(expected);
    }
  }

  @Test
  void whatIsLeftShrinksToNothing() {
    fill(500);
    Outgoing out = from.handOut(RANGE);
    long before = out.remainingBytes();
    assertThat(before).isPositive();
    for (byte[] piece = out.next(PIECE); piece != null; piece = out.next(PIECE)) {
      assertThat(piece.length).isLessThanOrEqualTo(PIECE);
      assertThat(out.remainingBytes()).isLessThan(before);
      before = out.remainingBytes();
    }
    assertThat(before).isZero();
    from.put(anyKeyIn(RANGE), value(1, 7));
    assertThat(out.remainingBytes()).isPositive();
  }

  @Test
  void whatEntersOrGoesAheadOfTheCopyIsAccountedFor() {
    fill(300);
    Outgoing out = from.handOut(RANGE);
    for (int i = 300; i < 400; i++) {
      from.put(key(i), value(i, 0));
    }
    for (int i = 0; i < 100; i++) {
      from.remove(key(i));
    }
    while (out.next(PIECE) != null) {}
    assertThat(out.remainingBytes()).isZero();
  }

  @Test
  void anEntryLongerThanAPieceTravelsAlone() {
    fill(50);
    Key key = anyKeyIn(RANGE);
    from.put(key, new byte[10 * PIECE]);
    Outgoing out = from.handOut(RANGE);
    Incoming in = to.takeIn(RANGE);
    copyAll(out, in);
    assertThat(to.get(key)).hasSize(10 * PIECE);
  }

  @Test
  void aTransferThatIsBrokenOffChangesNothing() {
    fill(100);
    Outgoing out = from.handOut(RANGE);
    Incoming in = to.takeIn(RANGE);
    in.add(Objects.requireNonNull(out.next(PIECE)));
    out.end(false);
    in.end(false);
    assertThat(to.count(RANGE)).isZero();
    for (int i = 0; i < 100; i++) {
      assertThat(from.get(key(i))).isEqualTo(value(i, 0));
    }
  }

  @Test
  void aCopyInDoubtKeepsItsEntriesWhileAnotherRangeMoves() {
    fill(200);
    Outgoing doubtful = from.handOut(RANGE);
    VirtualRange other = VirtualRange.of(0, 250);
    Outgoing out = from.handOut(other);
    Incoming in = to.takeIn(other);
    copyAll(out, in);
    out.end(true);
    in.end(true);
    assertThat(from.count(other)).isZero();
    assertThat(from.count(RANGE)).isPositive();
    doubtful.end(false);
    assertThat(from.count(RANGE)).isPositive();
  }

  @Test
  void entriesOfAnotherRangeAreRefused() {
    fill(100);
    Outgoing out = from.handOut(RANGE);
    byte[] piece = Objects.requireNonNull(out.next(PIECE));
    Incoming in = to.takeIn(VirtualRange.of(0, 10));
    assertThatThrownBy(() -> in.add(piece)).hasMessageContaining("not of [0, 10)");
  }

  @Test
  void aRangeWeighsAsManyEntriesAsItHas() {
    fill(100);
    assertThat(from.weight(VirtualRange.all(SPACE))).isEqualTo(100);
    long cut = from.cut(VirtualRange.all(SPACE), 25);
    assertThat(from.weight(VirtualRange.of(0, cut))).isBetween(25.0, 28.0);
  }

  private void checkEach(int count, int version) {
    for (int i = 0; i < count; i++) {
      boolean moved = RANGE.contains(key(i).v());
      assertThat((moved ? to : from).get(key(i))).isEqualTo(value(i, version));
      assertThat((moved ? from : to).get(key(i))).isNull();
    }
  }

  private void fill(int count) {
    for (int i = 0; i < count; i++) {
      from.put(key(i), value(i, 0));
    }
  }

  private static void copyAll(Outgoing out, Incoming in) {
    for (byte[] piece = out.next(PIECE); piece != null; piece = out.next(PIECE)) {
      in.add(piece);
    }
  }

  private static Key anyKeyIn(VirtualRange range) {
    int i = 0;
    while (!range.contains(key(i).v())) {
      i++;
    }
    return key(i);
  }

  private static Key key(int i) {
    return Key.of(("key " + i).getBytes(UTF_8), SPACE);
  }

  private static byte[] value(int i, int version) {
    return ("value " + i + "." + version).getBytes(UTF_8);
  }
}
