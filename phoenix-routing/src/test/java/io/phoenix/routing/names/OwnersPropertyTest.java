package io.phoenix.routing.names;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.VirtualRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

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

  private static NodeRecord record(SplittableRandom random) {
    List<Claim> claims = new ArrayList<>();
    long at = random.nextInt(SPACE);
    while (at < SPACE && claims.size() < 4) {
      long end = at + 1 + random.nextLong(SPACE - at);
      long epoch = 1 + random.nextLong(5);
      claims.add(new Claim(VirtualRange.of(at, end), epoch, random.nextInt(3) == 0));
      at = end + random.nextInt(3);
    }
    Collections.shuffle(claims, new Random(random.nextLong()));
    return new NodeRecord(
        -1 - random.nextLong(4), 1 + random.nextLong(8), false, List.of(), claims);
  }

  @Property(tries = 2000)
  void sameAsForEachVirtualNodeByItself(@ForAll long seed) {
    var random = new SplittableRandom(seed);
    NameTable table = new NameTable(SPACE);
    Ears ears = new Ears();
    Owners owners = new Owners(SELF, table, ears);
    OwnersModel model = new OwnersModel(SELF, SPACE);
    for (int i = 0; i < 30; i++) {
      NodeRecord record = record(random);
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
      if (random.nextBoolean()) {
        record.claims().forEach(c -> table.join(c.range()));
      }
    }
  }

  /** In whatever order the last records of all nodes arrive, everybody agrees. */
  @Property(tries = 1000)
  void orderOfArrivalDoesNotMatter(@ForAll long seed) {
    var random = new SplittableRandom(seed);
    List<NodeRecord> records = History.of(random, SPACE);
    List<Long> agreed = null;
    for (int observer = 0; observer < 3; observer++) {
      NameTable table = new NameTable(SPACE);
      Owners owners = new Owners(-99 - observer, table, new Ears());
      List<NodeRecord> shuffled = new ArrayList<>(records);
      Collections.shuffle(shuffled, new Random(random.nextLong()));
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
