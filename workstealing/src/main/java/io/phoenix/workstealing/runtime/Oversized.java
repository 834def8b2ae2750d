package io.phoenix.workstealing.runtime;

import io.phoenix.api.Message;
import io.phoenix.migration.Outbox;
import io.phoenix.workstealing.clearinghouse.ClearinghouseCodec;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Failed;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Lines;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Submit;
import io.phoenix.workstealing.clearinghouse.Notice.Outcome;
import io.phoenix.workstealing.clearinghouse.Notice.Printed;
import io.phoenix.workstealing.clearinghouse.Notice.Refused;
import io.phoenix.workstealing.clearinghouse.NoticeCodec;
import io.phoenix.workstealing.steal.StealCodec;
import io.phoenix.workstealing.steal.StealMessage;
import io.phoenix.workstealing.steal.StealMessage.Result;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles messages that are too large to be sent: their job ends with a failure that says why.
 * Without the message it could never end.
 */
final class Oversized implements Outbox.Refusals {
  private static final Logger log = LoggerFactory.getLogger(Oversized.class);

  private final StealingNode node;
  private final Submissions submissions;

  Oversized(StealingNode node, Submissions submissions) {
    this.node = node;
    this.submissions = submissions;
  }

  @Override
  public void onRefused(Message message, String why) {
    if (message.tag() == Tags.WORK) {
      onWork(StealCodec.decode(message.payload()), why);
    } else if (message.tag() == Tags.CLEARINGHOUSE
        && ClearinghouseCodec.decode(message.payload()) instanceof Submit submit) {
      submissions.onRefused(
          new Refused(submit.token(), "its arguments cannot be sent: " + why), node.loop().nowNs());
    } else if (message.tag() == Tags.NOTICE
        && NoticeCodec.decode(message.payload()) instanceof Outcome ended
        && ended.result() != null) {
      String failure = because("its result", why, "return less");
      node.notify(message.to(), new Outcome(ended.token(), null, failure, "", List.of()));
    } else if (message.tag() == Tags.CLEARINGHOUSE
        && ClearinghouseCodec.decode(message.payload()) instanceof Lines lines
        && !lines.lines().isEmpty()) {
      node.tellClearinghouse(lines.withoutText());
    } else if (message.tag() == Tags.NOTICE
        && NoticeCodec.decode(message.payload()) instanceof Printed m
        && !m.written().lines().isEmpty()) {
      node.notify(
          message.to(), new Printed(m.token(), m.node(), m.label(), m.written().withoutText()));
    } else {
      log.error("{} cannot be sent and was dropped: {}", message, why);
    }
  }

  private void onWork(StealMessage message, String why) {
    String cause =
        message instanceof Result result
            ? because(
                result.id().isRoot() ? "the job's result" : "the result of a task",
                why,
                "return less")
            : because("the problem of a task", why, "have smaller problems");
    node.tellClearinghouse(new Failed(message.job(), cause, ""));
  }

  private static String because(String what, String why, String instead) {
    return "%s cannot be sent: %s, or let tasks %s".formatted(what, why, instead);
  }
}
