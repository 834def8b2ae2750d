package io.phoenix.routing.names;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.VirtualRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class OwnersPropertyTest {
  private static final int SPACE = 16;
  private static final long SELF = -2;

  /** Collects what is told. */
  private static final class Ears implements Owners.Listener {
    final List<VirtualRange> changed = new ArrayList<>();
    final List<VirtualRange> lost = new ArrayList<>();
    final List<VirtualRange> tooLow = new ArrayList<>();

    @Override
    public void onOwnersChanged(List<Piece> pieces, long nowNs) {
      pieces.forEach(p -> changed.add(p.range()));
    }

    @Override
    public void onConflict(VirtualRange range, long winner, long nowNs) {
      lost.add(range);
    }

    @Override
    public void onEpochTooLow(VirtualRange range, long epoch, long nowNs) {
      tooLow.add(range);
    }

    @Override
    public void onSuccessor(List<Long> former, long node, long nowNs) {}
  }

  /** A claim as it is drawn: behind the one before, after a gap. */
  private record Part(int gap, int size, long epoch, boolean released) {}

  /** A record arrives; after that, pieces that are alike are joined, or not. */
  private record News(long node, long version, List<Part> parts, boolean backwards, boolean join) {

    NodeRecord record() {
      List<Claim> claims = new ArrayList<>();
      int at = 0;
      for (Part part : parts) {
        int first = at + part.gap();
        at = Math.min(SPACE, first + part.size());
        if (first < at) {
          claims.add(new Claim(VirtualRange.of(first, at), part.epoch(), part.released()));
        }
      }
      if (backwards) {
        Collections.reverse(claims);
      }
      return new NodeRecord(node, version, false, List.of(), claims);
    }
  }

  @Provide
  Arbitrary<List<News>> news() {
    Arbitrary<Part> parts =
        Combinators.combine(
                Arbitraries.integers().between(0, 5),
                Arbitraries.integers().between(1, SPACE),
                Arbitraries.longs().between(1, 5),
                Arbitraries.of(false, false, true))
            .as(Part::new);
    return Combinators.combine(
            Arbitraries.longs().between(-4, -1),
            Arbitraries.longs().between(1, 8),
            parts.list().ofMinSize(1).ofMaxSize(4),
            Arbitraries.of(false, true),
            Arbitraries.of(false, true))
        .as(News::new)
        .list()
        .ofMaxSize(30);
  }

  @Property(tries = 2000)
  void sameAsForEachVirtualNodeByItself(@ForAll("news") List<News> all) {
    NameTable table = new NameTable(SPACE);
    Ears ears = new Ears();
    Owners owners = new Owners(SELF, table, ears);
    OwnersModel model = new OwnersModel(SELF, SPACE);
    for (News news : all) {
      NodeRecord record = news.record();
      ears.changed.clear();
      ears.lost.clear();
      ears.tooLow.clear();

      assertThat(owners.update(record, 0)).isEqualTo(model.update(record));

      for (int v = 0; v < SPACE; v++) {
        assertThat(table.lookup(v).owner()).as("owner of %d", v).isEqualTo(model.owners[v]);
        assertThat(table.lookup(v).epoch()).as("epoch of %d", v).isEqualTo(model.epochs[v]);
      }
      assertThat(OwnersModel.nodesOf(ears.changed))
          .as("told to have changed")
          .containsAll(model.changed)
          .doesNotHaveDuplicates();
      assertThat(OwnersModel.nodesOf(ears.lost)).hasSameElementsAs(model.lost);
      assertThat(OwnersModel.nodesOf(ears.tooLow)).hasSameElementsAs(model.tooLow);
      if (news.join()) {
        record.claims().forEach(c -> table.join(c.range()));
      }
    }
  }

  @Provide
  Arbitrary<List<History.Step>> steps() {
    return Combinators.combine(
            Arbitraries.longs().between(0, SPACE - 1), Arbitraries.longs().between(-4, -1))
        .as(History.Step::new)
        .list()
        .ofMaxSize(12);
  }

  /** In whatever order the last records of all nodes arrive, everybody agrees. */
  @Property(tries = 1000)
  void orderOfArrivalDoesNotMatter(
      @ForAll("steps") List<History.Step> steps, @ForAll Random random) {
    List<NodeRecord> records = History.of(steps);
    List<Long> agreed = null;
    for (int observer = 0; observer < 3; observer++) {
      NameTable table = new NameTable(SPACE);
      Owners owners = new Owners(-99 - observer, table, new Ears());
      List<NodeRecord> shuffled = new ArrayList<>(records);
      Collections.shuffle(shuffled, random);
      shuffled.forEach(r -> owners.update(r, 0));
      List<Long> seen = new ArrayList<>();
      for (int v = 0; v < SPACE; v++) {
        seen.add(table.lookup(v).owner());
      }
      agreed = agreed == null ? seen : agreed;
      assertThat(seen).isEqualTo(agreed);
    }
    assertThat(agreed).isEqualTo(History.ownersAfter(records, SPACE));
  }
}
