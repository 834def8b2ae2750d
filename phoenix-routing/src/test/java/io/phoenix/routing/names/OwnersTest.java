package io.phoenix.routing.names;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.VirtualRange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnersTest {
  private static final long SELF = -5;
  private static final long LOW = -9;
  private static final long HIGH = -2;
  private static final VirtualRange ALL = VirtualRange.of(0, 100);

  private final List<String> told = new ArrayList<>();
  private final NameTable table = new NameTable(100);
  private final Owners owners = new Owners(SELF, table, new Ears());

  private final class Ears implements Owners.Listener {
    @Override
    public void onOwnersChanged(List<Piece> pieces, long nowNs) {
      pieces.forEach(p -> told.add(p.range() + " to " + p.owner() + " at " + p.epoch()));
    }

    @Override
    public void onConflict(VirtualRange lost, long winner, long nowNs) {
      told.add(lost + " lost to " + winner);
    }

    @Override
    public void onEpochTooLow(VirtualRange range, long epoch, long nowNs) {
      told.add(range + " must be above " + epoch);
    }

    @Override
    public void onSuccessor(List<Long> former, long node, long nowNs) {
      former.forEach(name -> told.add(name + " is now " + node));
    }
  }

  private static Claim live(long first, long end, long epoch) {
    return new Claim(VirtualRange.of(first, end), epoch, false);
  }

  private static Claim released(long first, long end, long epoch) {
    return new Claim(VirtualRange.of(first, end), epoch, true);
  }

  private boolean hear(long node, long version, Claim... claims) {
    return owners.update(new NodeRecord(node, version, false, List.of(), List.of(claims)), 0);
  }

  @Test
  void highestEpochWins() {
    hear(HIGH, 1, live(0, 100, 1));
    hear(LOW, 1, live(20, 30, 2));
    assertThat(told).containsExactly("[0, 100) to -2 at 1", "[20, 30) to -9 at 2");
    assertThat(table.lookup(19).owner()).isEqualTo(HIGH);
    assertThat(table.lookup(20).owner()).isEqualTo(LOW);
    assertThat(table.lookup(30).owner()).isEqualTo(HIGH);
  }

  @Test
  void ofEqualEpochsTheHigherNameWins() {
    hear(LOW, 1, live(0, 100, 1));
    hear(HIGH, 1, live(0, 100, 1));
    assertThat(table.lookup(0).owner()).isEqualTo(HIGH);
    hear(LOW, 2, live(0, 100, 1));
    assertThat(table.lookup(0).owner()).isEqualTo(HIGH);
  }

  @Test
  void releasedRangeHasNoOwnerAndKeepsItsEpoch() {
    hear(HIGH, 1, live(0, 100, 3));
    hear(HIGH, 2, released(0, 100, 3));
    assertThat(told).last().isEqualTo("[0, 100) to 0 at 3");
    hear(LOW, 1, live(0, 100, 3));
    assertThat(table.lookup(0).owner()).as("an epoch is not used twice").isZero();
    hear(LOW, 2, live(0, 100, 4));
    assertThat(table.lookup(0).owner()).isEqualTo(LOW);
  }

  @Test
  void releaseRaisesTheFloorEvenForThoseWhoNeverHeardOfTheClaim() {
    hear(HIGH, 5, released(10, 20, 7));
    hear(LOW, 1, live(0, 100, 6));
    assertThat(table.lookup(9).owner()).isEqualTo(LOW);
    assertThat(table.lookup(10).owner()).as("somebody had it later").isZero();
    assertThat(table.lookup(20).owner()).isEqualTo(LOW);
  }

  @Test
  void staleVersionIsIgnored() {
    assertThat(hear(HIGH, 2, live(0, 50, 1))).isTrue();
    assertThat(hear(HIGH, 2, live(0, 100, 9))).isFalse();
    assertThat(hear(HIGH, 1, live(0, 100, 9))).isFalse();
    assertThat(told).hasSize(1);
    assertThat(table.lookup(50).owner()).isZero();
    assertThat(owners.record(HIGH).claims()).containsExactly(live(0, 50, 1));
  }

  @Test
  void rangeThatIsNoLongerClaimedIsVacated() {
    hear(HIGH, 1, live(0, 100, 1));
    hear(HIGH, 3, live(0, 40, 1));
    assertThat(told).last().isEqualTo("[40, 100) to 0 at 1");
  }

  /** Nothing is released in it because the new owner is known there already. */
  @Test
  void changeIsToldInFullWhenALaterClaimSplitsIt() {
    hear(HIGH, 1, live(0, 100, 1));
    told.clear();
    hear(HIGH, 5, live(50, 80, 7));
    assertThat(told)
        .containsExactly("[0, 50) to 0 at 1", "[50, 80) to -2 at 7", "[80, 100) to 0 at 1");
  }

  @Test
  void conflictIsReportedToTheLoser() {
    hear(SELF, 1, live(0, 100, 1));
    hear(HIGH, 1, live(30, 40, 1));
    assertThat(told).contains("[30, 40) lost to -2");
    assertThat(table.lookup(30).owner()).isEqualTo(HIGH);
    told.clear();
    hear(LOW, 1, live(0, 30, 1));
    assertThat(told).as("who is lower loses, and hears it there").isEmpty();
    assertThat(table.lookup(0).owner()).isEqualTo(SELF);
  }

  @Test
  void ownClaimBelowAReleaseOfAnotherMustBeRaised() {
    hear(SELF, 1, live(0, 100, 3));
    hear(HIGH, 1, released(50, 60, 3));
    assertThat(told).last().isEqualTo("[50, 60) must be above 3");
    assertThat(table.lookup(50).owner()).isEqualTo(SELF);
    told.clear();
    hear(HIGH, 2, released(50, 60, 2));
    assertThat(told).isEmpty();
  }

  @Test
  void nodeMarkedAsLeftHasReleasedEverything() {
    hear(HIGH, 4, live(0, 50, 2), released(60, 70, 1));
    NodeRecord left = owners.markLeft(HIGH, 0);
    assertThat(left)
        .isEqualTo(
            new NodeRecord(
                HIGH, 4, true, List.of(), List.of(released(0, 50, 2), released(60, 70, 1))));
    assertThat(owners.hasLeft(HIGH)).isTrue();
    assertThat(table.lookup(0).owner()).isZero();
    assertThat(owners.markLeft(HIGH, 0)).as("known already").isNull();
    assertThat(owners.markLeft(LOW, 0)).as("never heard of").isNull();
    assertThat(owners.hasLeft(LOW)).isFalse();
  }

  @Test
  void successorIsFoundThroughAllFormerNames() {
    owners.update(new NodeRecord(-20, 1, false, List.of(-10L), List.of()), 0);
    owners.update(new NodeRecord(-30, 1, false, List.of(-20L, -10L), List.of()), 0);
    assertThat(told).containsExactly("-10 is now -20", "-20 is now -30", "-10 is now -30");
    assertThat(owners.current(-10)).isEqualTo(-30);
    assertThat(owners.current(-20)).isEqualTo(-30);
    assertThat(owners.current(-30)).isEqualTo(-30);
  }

  @Test
  void oldNewsOfAFormerNameDoNotUndoTheSuccession() {
    owners.update(new NodeRecord(-30, 1, false, List.of(-20L, -10L), List.of()), 0);
    owners.update(new NodeRecord(-20, 1, false, List.of(-10L), List.of()), 0);
    assertThat(owners.current(-10)).isEqualTo(-30);
    owners.update(new NodeRecord(-10, 1, false, List.of(-30L), List.of()), 0);
    assertThat(owners.current(-30))
        .as("even if somebody says that it goes in a circle")
        .isEqualTo(-30);
  }

  @Test
  void nothingIsSaidWhenNothingChanges() {
    hear(HIGH, 1, live(0, 100, 1));
    told.clear();
    assertThat(hear(HIGH, 2, live(0, 100, 1))).as("to be passed on nevertheless").isTrue();
    assertThat(told).isEmpty();
    assertThat(table.size()).isEqualTo(1);
    assertThat(table.lookup(0).range()).isEqualTo(ALL);
  }
}
