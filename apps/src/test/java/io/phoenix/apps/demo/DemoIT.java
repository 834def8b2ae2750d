package io.phoenix.apps.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.nqueens.AllQueens;
import io.phoenix.apps.run.LocalNodes;
import io.phoenix.workstealing.JobReport;
import java.io.PrintWriter;
import java.io.Writer;
import org.junit.jupiter.api.Test;

/** What the demonstration shows, in other places of a job. */
class DemoIT {
  @Test
  void nodesJoinAndLeaveInTheMiddleOfAJob() {
    var board = AllQueens.of(15);
    try (var nodes = new LocalNodes(1)) {
      nodes.add(2);
      var timeline = new Timeline(new PrintWriter(Writer.nullWriter()));
      timeline.begin(nodes.stealing(), board);
      nodes.add(1);
      nodes.leave("node 1"); // the founder, which has the clearinghouse
      JobReport<Long> report = timeline.awaitEnd();
      assertThat(board.isRight(report.result())).contains(true);
      assertThat(nodes.names()).containsExactly("node 2", "node 3");
    }
  }
}
