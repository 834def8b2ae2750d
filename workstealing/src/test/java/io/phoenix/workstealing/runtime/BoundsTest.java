package io.phoenix.workstealing.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.clearinghouse.Notice;
import io.phoenix.workstealing.monitor.PeerInfo;
import io.phoenix.workstealing.steal.StealId;
import io.phoenix.workstealing.steal.StealMessage.Answer;
import io.phoenix.workstealing.steal.StealMessage.GivenTask;
import io.phoenix.workstealing.steal.StealMessage.Request;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a peer sends too early is kept within bounds, whatever it consists of. */
class BoundsTest {
  private static final StealId ID = new StealId(-1, 1);

  private final EarlyMessages early = new EarlyMessages();

  @Test
  void newsOfEarlyRequestsCount() {
    var info = new PeerInfo(-1, VirtualRange.of(0, 1), "", 1, 1, 0, -1, 0);
    List<PeerInfo> news = Collections.nCopies((int) (EarlyMessages.MAX_BYTES / 10 / 56), info);
    for (int i = 0; i < 20; i++) {
      early.add(new Request(1, 0, ID, 0, news));
    }
    assertThat(early.all()).hasSizeBetween(9, 10);
    early.remove(message -> true);
    early.add(new Request(1, 0, ID, 0, news));
    assertThat(early.all()).hasSize(1);
  }

  @Test
  void earlyTasksCountThoughTheirProblemsAreEmpty() {
    var task = new GivenTask(ID, 0, 0, new byte[0]);
    List<GivenTask> given = Collections.nCopies((int) (EarlyMessages.MAX_BYTES / 10 / 32), task);
    for (int i = 0; i < 20; i++) {
      early.add(new Answer(1, 0, ID, given, List.of()));
    }
    assertThat(early.all()).hasSizeBetween(9, 10);
  }

  @Test
  void noticesThatWaitAreBoundedInBytesAndTheLatestIsKept() {
    var known = new KnownClearinghouses();
    var large = new Notice.Refused(1, "x".repeat((int) (KnownClearinghouses.MAX_BYTES / 10)));
    for (int i = 0; i < 20; i++) {
      known.keep(-1, large);
    }
    assertThat(known.onClearinghouse(-1)).hasSizeBetween(9, 10);
    known.keep(-2, new Notice.End(1));
    assertThat(known.onClearinghouse(-2)).hasSize(1);
  }
}
