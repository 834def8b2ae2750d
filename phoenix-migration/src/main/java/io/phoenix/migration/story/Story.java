package io.phoenix.migration.story;

import io.phoenix.api.NodeConfig;
import io.phoenix.migration.MigrationSettings;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * A list of acts, and what they are played with. The same story takes the same course every time.
 *
 * <pre>{@code
 * Story.of(42, List.of(new Join(1), new Send(0, 0, 100), new Join(2), new Leave(0)))
 *     .withSubject(() -> new MyState())
 *     .play(); // throws StoryFailure
 * }</pre>
 *
 * @param seed of the simulated world
 * @param acts what happens, one after the other; the seed says how fast
 * @param spaceSize how many virtual nodes there are
 * @param subject makes the state of each node
 * @param config of the nodes
 * @param settings of their migrations
 */
public record Story(
    long seed,
    List<Act> acts,
    long spaceSize,
    Supplier<? extends Subject> subject,
    NodeConfig config,
    MigrationSettings settings) {

  private static final long[] SPACES = {4, 8, 8, 64, 1000};

  /** Makes a copy of the list. */
  public Story {
    acts = List.copyOf(acts);
  }

  /** A story with a space of 64 virtual nodes, of which {@link Counters} are kept. */
  public static Story of(long seed, List<Act> acts) {
    long spaceSize = 64;
    NodeConfig config =
        NodeConfig.of("story", spaceSize)
            .withForgetAfter(Duration.ofSeconds(20))
            .withLeaveTimeout(Duration.ofMinutes(10));
    return new Story(
        seed,
        acts,
        spaceSize,
        () -> new Counters(seed % 2 == 0),
        config,
        MigrationSettings.defaults());
  }

  /** The story that a seed stands for, in a space that may be as small as the story has nodes. */
  public static Story drawn(long seed, int acts, boolean crashes) {
    return drawn(seed, acts, crashes, false);
  }

  /** As {@link #drawn(long, int, boolean)}; nodes may also leave with a log, and come back. */
  public static Story drawn(long seed, int acts, boolean crashes, boolean absences) {
    var random = new SplittableRandom(seed);
    return of(seed, Acts.draw(random, acts, crashes, absences))
        .withSpaceSize(SPACES[random.nextInt(SPACES.length)]);
  }

  /** With other state. */
  public Story withSubject(Supplier<? extends Subject> changed) {
    return new Story(seed, acts, spaceSize, changed, config, settings);
  }

  /** With other settings of the migrations. */
  public Story withSettings(MigrationSettings changed) {
    return new Story(seed, acts, spaceSize, subject, config, changed);
  }

  /** With other acts. */
  public Story withActs(List<Act> changed) {
    return new Story(seed, changed, spaceSize, subject, config, settings);
  }

  /** With a space of another size. */
  public Story withSpaceSize(long changed) {
    NodeConfig fitting =
        NodeConfig.of("story", changed)
            .withForgetAfter(config.forgetAfter())
            .withLeaveTimeout(config.leaveTimeout());
    return new Story(seed, acts, changed, subject, fitting, settings);
  }

  /**
   * Plays the story to its end, which is after everything has been healed and come to rest.
   *
   * @throws StoryFailure if a promise is broken
   */
  public Ending play() {
    return new Stage(this).play();
  }

  /** The call that plays this story, in Java; subject and settings are left to the reader. */
  String source() {
    String list = Acts.source(acts);
    return "Story.of(%dL, List.of(%s)).withSpaceSize(%d).play()".formatted(seed, list, spaceSize);
  }

  /**
   * The story as it is told to people. Nodes are called by the numbers that the acts have: the n-th
   * of those that are there, counted round and round.
   */
  @Override
  public String toString() {
    StringBuilder told = new StringBuilder();
    told.append("story of seed %d, with %d virtual nodes:".formatted(seed, spaceSize));
    for (int i = 0; i < acts.size(); i++) {
      told.append("%n  %2d. %s".formatted(i + 1, acts.get(i).tell(node -> "node #" + node)));
    }
    return told.toString();
  }
}
