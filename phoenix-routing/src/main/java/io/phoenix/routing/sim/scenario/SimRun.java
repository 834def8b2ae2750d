package io.phoenix.routing.sim.scenario;

import io.phoenix.routing.sim.SimFailure;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A run of a scenario, to be set up and started.
 *
 * <pre>{@code
 * Outcome outcome = SimRun.of(Scenario.STANDARD, 42).run();
 * SimRun.of(Scenario.ROUTES, 7).withStory(System.out::println, false).run();
 * }</pre>
 *
 * @param scenario which kind of run
 * @param seed what everything else follows from
 * @param nodes how many nodes, or 0 to let the seed say
 * @param reader is told the story as it happens, if there is one
 * @param withFrames whether the story has every frame that is sent
 */
public record SimRun(
    Scenario scenario,
    long seed,
    int nodes,
    @Nullable Consumer<String> reader,
    boolean withFrames) {

  /** The run that a seed stands for. */
  public static SimRun of(Scenario scenario, long seed) {
    return new SimRun(scenario, seed, 0, null, false);
  }

  /** The same with so many nodes; the faults are other ones then. */
  public SimRun withNodes(int nodes) {
    return new SimRun(scenario, seed, nodes, reader, withFrames);
  }

  /** The same, told to {@code reader}. */
  public SimRun withStory(Consumer<String> reader, boolean withFrames) {
    return new SimRun(scenario, seed, nodes, reader, withFrames);
  }

  /** The command that repeats this run. */
  public String command() {
    String command = "scripts/phoenix sim --seed " + seed + " --scenario " + scenario;
    return nodes > 0 ? command + " --nodes " + nodes : command;
  }

  /**
   * Runs it.
   *
   * @throws SimFailure if a promise was broken
   */
  public Outcome run() {
    Play play = new Play(this);
    try {
      return play.run();
    } catch (SimFailure failure) {
      throw failure;
    } catch (RuntimeException | Error e) {
      throw play.failure(e);
    }
  }
}
