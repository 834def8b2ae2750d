package io.phoenix.workstealing.house;

import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.codec.CodecChecks;
import io.phoenix.workstealing.house.HouseMessage.Cancel;
import io.phoenix.workstealing.house.HouseMessage.Did;
import io.phoenix.workstealing.house.HouseMessage.Failed;
import io.phoenix.workstealing.house.HouseMessage.Lines;
import io.phoenix.workstealing.house.HouseMessage.Register;
import io.phoenix.workstealing.house.HouseMessage.Submit;
import io.phoenix.workstealing.house.HouseMessage.Unregister;
import io.phoenix.workstealing.steal.SiteStatistics;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HouseCodecTest {
  static final SiteStatistics DID = new SiteStatistics(1, 2, 3, 4, 5, 6, 7, 8, 9);
  static final JobSpec SPEC = JobSpec.of("fib", "30", "").withPolicy("lottery");

  static List<HouseMessage> messages() {
    return List.of(
        new Register(5, "node 1", 2),
        new Unregister(3, DID),
        new Submit(4, SPEC),
        new Cancel(4),
        new Did(3, DID, true),
        new Lines(3, List.of("größer", ""), 4),
        new Failed(3, "it threw", "at here\nat there"));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void messageComesBackAndPartsOfItAreRefused(HouseMessage message) {
    CodecChecks.check(message, HouseCodec::encode, HouseCodec::decode, true);
  }

  @Property(tries = 500)
  void bytesOfAnybodyDoNoHarm(@ForAll byte[] bytes) {
    CodecChecks.tryOut(bytes, HouseCodec::decode);
  }
}
