package io.phoenix.workstealing.clearinghouse;

import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.SiteStatistics;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Cancel;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Failed;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Lines;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Register;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Submit;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Unregister;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.WorkDone;
import io.phoenix.workstealing.codec.CodecChecks;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClearinghouseCodecTest {
  static final SiteStatistics WORK_DONE = new SiteStatistics(1, 2, 3, 4, 5, 6, 7, 8, 9);
  static final JobSpec SPEC = JobSpec.of("fib", "30", "").withPolicy("lottery");

  static List<ClearinghouseMessage> messages() {
    return List.of(
        new Register(5, "node 1", 2),
        new Unregister(3, WORK_DONE),
        new Submit(4, SPEC),
        new Cancel(4),
        new WorkDone(3, WORK_DONE, true),
        new Lines(3, List.of("größer", ""), 4),
        new Failed(3, "it threw", "at here\nat there"));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void messageComesBackAndPartsOfItAreRefused(ClearinghouseMessage message) {
    CodecChecks.check(message, ClearinghouseCodec::encode, ClearinghouseCodec::decode, true);
  }

  @Property(tries = 500)
  void bytesOfAnybodyDoNoHarm(@ForAll byte[] bytes) {
    CodecChecks.tryOut(bytes, ClearinghouseCodec::decode);
  }
}
