package io.phoenix.routing.names;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.flow.Lane;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/** The table against an array with one owner and epoch for each virtual node. */
class NameTablePropertyTest {
  private static final int SPACE = 40;

  private final NameTable table = new NameTable(SPACE);
  private final long[] owners = new long[SPACE];
  private final long[] epochs = new long[SPACE];

  /** Assigns a range to an owner, or joins it where {@code owner} is 0. */
  private record Act(VirtualRange range, long owner, long epoch) {}

  @Provide
  Arbitrary<VirtualRange> ranges() {
    return Combinators.combine(
            Arbitraries.integers().between(0, SPACE - 1), Arbitraries.integers().between(1, SPACE))
        .as((first, size) -> VirtualRange.of(first, Math.min(SPACE, first + size)));
  }

  @Provide
  Arbitrary<List<Act>> acts() {
    return Combinators.combine(
            ranges(), Arbitraries.of(0L, 0L, -1L, -2L, -3L), Arbitraries.longs().between(0, 2))
        .as(Act::new)
        .list()
        .ofMaxSize(60);
  }

  @Property(tries = 300)
  void holdsWhatWasPutForEveryVirtualNode(@ForAll("acts") List<Act> acts) {
    for (Act act : acts) {
      if (act.owner() != 0) {
        assign(act.range(), act.owner(), act.epoch());
      } else {
        table.join(act.range());
        checkJoined(act.range());
      }
      check();
    }
    table.join(VirtualRange.all(SPACE));
    checkJoined(VirtualRange.all(SPACE));
    check();
  }

  private void assign(VirtualRange range, long owner, long epoch) {
    List<Piece> pieces = table.cut(range);
    assertThat(pieces.get(0).range().first()).isEqualTo(range.first());
    assertThat(pieces.get(pieces.size() - 1).range().end()).isEqualTo(range.end());
    for (Piece piece : pieces) {
      piece.owner = owner;
      piece.epoch = epoch;
    }
    for (long v = range.first(); v < range.end(); v++) {
      owners[(int) v] = owner;
      epochs[(int) v] = epoch;
    }
  }

  /** Pieces follow each other without gap, and are found by each of their virtual nodes. */
  private void check() {
    long next = 0;
    for (Piece piece : table.pieces()) {
      assertThat(piece.range().first()).isEqualTo(next);
      next = piece.range().end();
      for (long v = piece.range().first(); v < next; v++) {
        assertThat(table.lookup(v)).isSameAs(piece);
        assertThat(piece.owner()).isEqualTo(owners[(int) v]);
        assertThat(piece.epoch()).isEqualTo(epochs[(int) v]);
      }
    }
    assertThat(next).isEqualTo(SPACE);
    assertThat(table.pieces()).hasSize(table.size());
  }

  /** No two neighbours in the range, or at its ends, are alike. */
  private void checkJoined(VirtualRange range) {
    for (long v = range.first(); v <= Math.min(range.end(), SPACE - 1); v++) {
      if (v > 0 && table.lookup(v) != table.lookup(v - 1)) {
        assertThat(table.lookup(v - 1).canJoin(table.lookup(v))).isFalse();
      }
    }
  }

  @Property(tries = 200)
  void overlappingPiecesAreThoseWithAVirtualNodeInTheRange(
      @ForAll @Size(max = 10) List<@From("ranges") VirtualRange> cuts,
      @ForAll("ranges") VirtualRange range) {
    cuts.forEach(table::cut);
    assertThat(table.overlapping(range))
        .isEqualTo(table.pieces().stream().filter(p -> p.range().overlaps(range)).toList());
  }

  @Example
  void cutRepeatedChangesNothing() {
    List<Piece> once = table.cut(VirtualRange.of(5, 9));
    assertThat(table.cut(VirtualRange.of(5, 9))).isEqualTo(once);
    assertThat(table.size()).isEqualTo(3);
  }

  @Example
  void pieceInUseIsNotJoined() {
    Piece left = table.cut(VirtualRange.of(0, 20)).get(0);
    left.channel(Lane.BULK, 0).viaOwner = -7;
    table.join(VirtualRange.all(SPACE));
    assertThat(table.size()).isEqualTo(2);
    table.lookup(20).channel(Lane.BULK, 0).viaOwner = -7;
    table.join(VirtualRange.all(SPACE));
    assertThat(table.size()).isEqualTo(1);
  }

  @Example
  void endsOfTheLargestSpaceCanBeCutAndFound() {
    long max = NodeConfig.MAX_SPACE;
    NameTable large = new NameTable(max);
    large.cut(VirtualRange.single(max - 1)).get(0).owner = -5;
    assertThat(large.lookup(max - 1).owner()).isEqualTo(-5);
    assertThat(large.lookup(max - 2).owner()).isZero();
    large.cut(VirtualRange.all(max)).forEach(p -> p.owner = -5);
    large.join(VirtualRange.all(max));
    assertThat(large.size()).isEqualTo(1);
  }
}
