package io.phoenix.routing.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.VirtualRange;
import io.phoenix.routing.names.Claim;
import io.phoenix.routing.names.NameTable;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.names.Owners;
import io.phoenix.routing.names.Piece;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Records of invented nodes are kept up to a bound, and those of honest ones all the same. */
class AdmissionTest {
  private static final long LIAR = -7;
  private static final long HONEST = -8;

  private final List<String> warnings = new ArrayList<>();
  private final List<Long> buried = new ArrayList<>();
  private final NameTable table = new NameTable(1L << 40);
  private final Owners owners = new Owners(-1, table, new Silent());
  private final Admission admission =
      new Admission(owners, table, new Refusals(warnings::add), buried::contains);

  private boolean tell(long teller, NodeRecord record) {
    return admission.admits(record, teller) && owners.update(record, 0);
  }

  private static NodeRecord record(long node, long version, Claim... claims) {
    return new NodeRecord(node, version, false, List.of(), List.of(claims));
  }

  @Test
  void oneNeighbourFillsHalfAtMost() {
    for (int i = 0; i < 2 * Admission.MAX_RECORDS; i++) {
      tell(LIAR, record(-1000L - i, 1));
    }
    assertThat(owners.recordCount()).isEqualTo(Admission.MAX_RECORDS_OF_ONE);
    assertThat(tell(HONEST, record(-20, 1))).isTrue();
    assertThat(tell(LIAR, record(-20, 2))).as("of a node that is known").isTrue();
    assertThat(warnings).as("said, but not each time").hasSizeBetween(1, 20);
    for (int i = 0; i < 2 * Admission.MAX_RECORDS; i++) {
      tell(-100L - i % 50, record(-1_000_000L - i, 1));
    }
    assertThat(owners.recordCount()).isEqualTo(Admission.MAX_RECORDS);
  }

  @Test
  void whatIsForgottenMakesRoom() {
    for (int i = 0; i < Admission.MAX_RECORDS; i++) {
      tell(LIAR, record(-1000L - i, 1));
    }
    assertThat(tell(LIAR, record(-10, 1))).isFalse();
    owners.forget(-1000);
    admission.onForgotten(-1000);
    assertThat(tell(LIAR, record(-10, 1))).isTrue();
    assertThat(tell(LIAR, record(-11, 1))).isFalse();
  }

  @Test
  void spaceIsCutOnlySoFinely() {
    for (int version = 1; version <= 400; version++) {
      Claim[] claims = new Claim[1000];
      for (int i = 0; i < claims.length; i++) { // each time others, which stay cut
        long at = 2 * (1000L * version + i);
        claims[i] = new Claim(VirtualRange.of(at, at + 1), 1, true);
      }
      tell(LIAR, record(-10, version, claims));
    }
    assertThat(table.size()).isBetween(Admission.MAX_PIECES / 2, Admission.MAX_PIECES + 1);
    assertThat(tell(HONEST, record(-20, 1))).isTrue();
  }

  @Test
  void recordsSayOnlySoMuchInAll() {
    Claim[] claims = new Claim[20_000];
    for (int i = 0; i < claims.length; i++) {
      claims[i] = new Claim(VirtualRange.of(i, i + 1), 1, true);
    }
    for (int i = 0; i < 100; i++) {
      tell(LIAR, record(-1000L - i, 1, claims));
    }
    assertThat(owners.entries()).isLessThanOrEqualTo(Admission.MAX_ENTRIES);
  }

  @Test
  void ofThoseWhoLeftAndWereForgottenNothingIsBelieved() {
    buried.add(-10L);
    assertThat(tell(HONEST, record(-10, 99))).isFalse();
    assertThat(warnings).isEmpty();
  }

  private static final class Silent implements Owners.Listener {
    @Override
    public void onOwnersChanged(List<Piece> pieces, long nowNs) {}

    @Override
    public void onConflict(VirtualRange lost, long winner, long nowNs) {}

    @Override
    public void onEpochTooLow(VirtualRange range, long epoch, long nowNs) {}

    @Override
    public void onSuccessor(List<Long> former, long node, long nowNs) {}
  }
}
