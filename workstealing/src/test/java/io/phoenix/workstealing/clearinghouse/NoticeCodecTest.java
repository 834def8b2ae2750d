package io.phoenix.workstealing.clearinghouse;

import static io.phoenix.workstealing.clearinghouse.ClearinghouseCodecTest.SPEC;
import static io.phoenix.workstealing.clearinghouse.ClearinghouseCodecTest.WORK_DONE;

import io.phoenix.workstealing.MemberStatistics;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Lines;
import io.phoenix.workstealing.clearinghouse.Notice.Begin;
import io.phoenix.workstealing.clearinghouse.Notice.End;
import io.phoenix.workstealing.clearinghouse.Notice.LinesShown;
import io.phoenix.workstealing.clearinghouse.Notice.Outcome;
import io.phoenix.workstealing.clearinghouse.Notice.Printed;
import io.phoenix.workstealing.clearinghouse.Notice.Progress;
import io.phoenix.workstealing.clearinghouse.Notice.Refused;
import io.phoenix.workstealing.codec.CodecChecks;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NoticeCodecTest {

  static List<Notice> notices() {
    var member = new MemberStatistics(-4, "node 4", 1, false, WORK_DONE);
    return List.of(
        new Begin(3, SPEC, 5),
        new End(3),
        new Refused(4, "another one is running"),
        new Printed(4, -1, "node 1", new Lines(3, List.of("a line"), 5)),
        new LinesShown(3),
        new Progress(4, 2, 4, WORK_DONE),
        new Outcome(4, new byte[] {1, 2}, "", "", List.of(member, member)),
        new Outcome(4, null, "it threw", "at here", List.of()));
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
