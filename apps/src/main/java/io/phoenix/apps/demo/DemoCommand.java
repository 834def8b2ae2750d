package io.phoenix.apps.demo;

import io.phoenix.apps.nqueens.AllQueens;
import io.phoenix.apps.run.LocalNodes;
import io.phoenix.apps.run.StatisticsTable;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.workstealing.JobReport;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code phoenix demo}: a job during which a node joins and another one leaves. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = "Shows a computation whose nodes come and go, on processes of this machine.")
public final class DemoCommand implements Callable<Integer> {
  private static final int NODES = 3;
  private static final double JOIN_AT = 0.2;
  private static final double LEAVE_AT = 0.5;

  @Option(
      names = "--queens",
      paramLabel = "N",
      defaultValue = "17",
      hidden = true,
      description = "a smaller board for a shorter demonstration")
  private int queens;

  @Spec private CommandSpec command = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    out.printf(
        """
        Phoenix runs programs on computers that come and go.

        This starts %d processes here, linked over TCP, and counts the ways to put %d queens on a
        chess board. Processes steal work from each other. In the middle of it
          - one more process joins, and gets work;
          - one of the first leaves, and the others go on with what it had.

        """,
        NODES, queens);
    out.flush();
    var board = AllQueens.of(queens);
    JobReport<Long> report;
    try (var nodes = new LocalNodes(1)) {
      var timeline = new Timeline(out);
      nodes.add(NODES);
      timeline.begin(nodes.stealing(), board);
      timeline.say("%d processes begin".formatted(NODES));
      if (timeline.awaitProgress(JOIN_AT)) {
        String name = nodes.add(1).get(0);
        timeline.say(name + " has joined");
      }
      if (timeline.awaitProgress(LEAVE_AT)) {
        String name = nodes.names().get(1);
        nodes.leave(name);
        timeline.say(name + " has left, and its process has ended");
      }
      report = timeline.awaitEnd();
      timeline.say(board.present(report.result()));
    }
    out.println();
    out.print(StatisticsTable.of(report.nodes()));
    if (!board.isRight(report.result()).equals(Optional.of(true))) {
      throw new UserError(
          "that is not the published number",
          "this is a bug: please report it with the lines above");
    }
    out.println(
        """

        That is the published number: no work was lost, and none was counted twice.

        More: phoenix run --help; phoenix storm --help\
        """);
    out.flush();
    return CommandLine.ExitCode.OK;
  }
}
