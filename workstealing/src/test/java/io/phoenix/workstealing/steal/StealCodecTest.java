package io.phoenix.workstealing.steal;

import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.codec.CodecChecks;
import io.phoenix.workstealing.monitor.PeerInfo;
import io.phoenix.workstealing.steal.StealMessage.Abort;
import io.phoenix.workstealing.steal.StealMessage.Answer;
import io.phoenix.workstealing.steal.StealMessage.GivenTask;
import io.phoenix.workstealing.steal.StealMessage.Request;
import io.phoenix.workstealing.steal.StealMessage.Result;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StealCodecTest {
  private static final StealId ID = new StealId(-77, 12);
  private static final List<PeerInfo> NEWS =
      List.of(
          new PeerInfo(-1, VirtualRange.of(0, 50), "köln", 9, 2, 1, 3, 1e6),
          new PeerInfo(-2, VirtualRange.of(50, 100), "", 1, 1, 0, -1, 0));

  static List<StealMessage> messages() {
    GivenTask task = new GivenTask(ID, 4, 17, new byte[] {1, 2, 3});
    GivenTask empty = new GivenTask(StealId.root(3), 0, 0, new byte[0]);
    return List.of(
        new Request(3, 70, ID, 5, NEWS),
        new Request(3, 70, ID, 5, List.of()),
        new Answer(3, 5, ID, List.of(task, empty), NEWS),
        new Answer(3, 5, ID, List.of(), NEWS),
        new Result(3, 4, ID, new byte[] {7}, NEWS),
        new Abort(3, 5, ID));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void messageComesBackAndPartsOfItAreRefused(StealMessage message) {
    CodecChecks.check(message, StealCodec::encode, StealCodec::decode, true);
  }

  @Property(tries = 500)
  void bytesOfAnybodyDoNoHarm(@ForAll byte[] bytes) {
    CodecChecks.tryOut(bytes, StealCodec::decode);
  }
}
