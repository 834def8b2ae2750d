package io.phoenix.apps.storm;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code phoenix demo}: a storm with explanations. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = "Shows in ten seconds what Phoenix promises, on five processes of this machine.")
public final class DemoCommand implements Callable<Integer> {
  private static final int NODES = 5;
  private static final double SECONDS = 10;

  @Spec private CommandSpec command = CommandSpec.create();

  @Override
  public Integer call() {
    CommandLine cmd = command.commandLine();
    PrintWriter out = cmd.getOut();
    out.printf(
        """
        Phoenix lets programs send messages to virtual nodes: names that stay the same while the
        computers behind them come and go.

        This starts %d processes here, linked over TCP, each with a fifth of %,d virtual nodes.
        Messages hop between random virtual nodes for %.0f seconds. Meanwhile
          - intervals of virtual nodes move, with their state, from process to process;
          - links are cut, often in the middle of a large message.

        """,
        NODES, StormSettings.SPACE, SECONDS);
    out.flush();
    boolean clean =
        StormCommand.run(
            StormSettings.of(NODES, System.nanoTime() & 0xffff),
            Topology.RANDOM,
            SECONDS,
            StormCommand.Place.PROCESSES,
            out,
            cmd.getErr());
    out.println(
        clean
            ? """

              Each message carried its number in the stream from its sender to its virtual node, and
              the receiving end of every stream moved along with the virtual node: so each process
              could tell, after every move and cut, that the next number was the right one.

              More: phoenix storm --nodes 8 --seconds 60 --cuts-per-second 10"""
            : """

              That is a bug in Phoenix: please report it with the lines above.""");
    out.flush();
    return clean ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }
}
