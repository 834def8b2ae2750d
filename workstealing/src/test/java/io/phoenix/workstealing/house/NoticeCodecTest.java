package io.phoenix.workstealing.house;

import static io.phoenix.workstealing.house.HouseCodecTest.DID;
import static io.phoenix.workstealing.house.HouseCodecTest.SPEC;

import io.phoenix.workstealing.codec.CodecChecks;
import io.phoenix.workstealing.house.HouseMessage.Lines;
import io.phoenix.workstealing.house.Notice.Begin;
import io.phoenix.workstealing.house.Notice.End;
import io.phoenix.workstealing.house.Notice.Ended;
import io.phoenix.workstealing.house.Notice.Heard;
import io.phoenix.workstealing.house.Notice.Printed;
import io.phoenix.workstealing.house.Notice.Progress;
import io.phoenix.workstealing.house.Notice.Refused;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NoticeCodecTest {

  static List<Notice> notices() {
    var member = new MemberStatistics(-4, "node 4", 1, false, DID);
    return List.of(
        new Begin(3, SPEC, 5),
        new End(3),
        new Refused(4, "another one is running"),
        new Printed(4, -1, "node 1", new Lines(3, List.of("a line"), 5)),
        new Heard(3),
        new Progress(4, 2, 4, DID),
        new Ended(4, new byte[] {1, 2}, "", "", List.of(member, member)),
        new Ended(4, null, "it threw", "at here", List.of()));
  }

  @ParameterizedTest
  @MethodSource("notices")
  void noticeComesBackAndPartsOfItAreRefused(Notice notice) {
    CodecChecks.check(notice, NoticeCodec::encode, NoticeCodec::decode, true);
  }

  @Property(tries = 500)
  void bytesOfAnybodyDoNoHarm(@ForAll byte[] bytes) {
    CodecChecks.tryOut(bytes, NoticeCodec::decode);
  }
}
