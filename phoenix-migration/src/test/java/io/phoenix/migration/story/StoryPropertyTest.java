package io.phoenix.migration.story;

import java.util.List;
import net.jqwik.api.AfterFailureMode;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Arbitrary stories; one that fails is made shorter until nothing can be left out, and told. {@code
 * scripts/test migration --tries N --seed S} says how many, and which.
 */
@AddLifecycleHook(
    value = StoryPropertyTest.Selected.class,
    propagateTo = PropagationMode.DIRECT_DESCENDANTS)
class StoryPropertyTest {
  private static final int STORIES = 500;
  private static final int MOST_ACTS = 40;

  /** Powers of two that are, in milliseconds, shorter and longer than a node is waited for. */
  private static final int SHORT = 14;

  private static final int LONG = 15;

  /** A few nodes are enough for a story that can be followed. */
  private static final int NODES = 6;

  @BeforeContainer
  static void silence() {
    Selection.silence();
  }

  @AfterContainer
  static void speak() {
    Selection.speak();
  }

  @Property(tries = STORIES)
  void promisesHoldInAnyStory(@ForAll("stories") Story story) {
    story.play();
  }

  @Property(tries = STORIES)
  void promisesHoldInAnyStoryWithCrashes(@ForAll("storiesWithCrashes") Story story) {
    story.play();
  }

  @Provide
  Arbitrary<Story> stories() {
    return stories(acts(SHORT));
  }

  @Provide
  Arbitrary<Story> storiesWithCrashes() {
    Arbitrary<Act> crashes = nodes().map(Act.Crash::new);
    return stories(Arbitraries.frequencyOf(Tuple.of(15, acts(LONG)), Tuple.of(1, crashes)));
  }

  /** Anything happens, in a space that has room for every node. */
  private static Arbitrary<Story> stories(Arbitrary<Act> acts) {
    Arbitrary<Long> seeds = Arbitraries.longs().between(1, 1000).withoutEdgeCases();
    Arbitrary<Integer> sizes = Arbitraries.integers().between(2 * MOST_ACTS, 1000);
    Arbitrary<List<Act>> lists =
        acts.list().ofMaxSize(MOST_ACTS).withSizeDistribution(RandomDistribution.uniform());
    return Combinators.combine(seeds, sizes, lists)
        .as((seed, size, what) -> story(seed, what).withSpaceSize(size));
  }

  private static Story story(long seed, List<Act> acts) {
    return Selection.withSubject(Story.of(seed, acts));
  }

  private static Arbitrary<Act> acts(int longest) {
    Arbitrary<Integer> times = Arbitraries.integers().between(0, longest).map(power -> 1 << power);
    Arbitrary<Integer> nodes = nodes();
    return Arbitraries.frequencyOf(
        Tuple.of(5, Arbitraries.integers().between(1, 3).map(Act.Join::new)),
        Tuple.of(3, nodes.map(Act.Leave::new)),
        Tuple.of(2, nodes.map(Act.Balance::new)),
        Tuple.of(1, nodes.map(Act.Cancel::new)),
        Tuple.of(
            4,
            Combinators.combine(
                    nodes,
                    Arbitraries.integers().between(0, 999),
                    Arbitraries.integers().between(1, 64))
                .as(Act.Send::new)),
        Tuple.of(1, Combinators.combine(nodes, nodes()).as(Act.Cut::new)),
        Tuple.of(1, Combinators.combine(nodes, times).as(Act.Pause::new)),
        Tuple.of(1, Combinators.combine(nodes, times).as(Act.Isolate::new)),
        Tuple.of(1, times.map(Act.Wait::new)));
  }

  private static Arbitrary<Integer> nodes() {
    return Arbitraries.integers().between(0, NODES);
  }

  /** Tries and seed as they were asked for; a seed that is not asked for is the same every time. */
  static final class Selected implements AroundPropertyHook {
    @Override
    public PropertyExecutionResult aroundProperty(
        PropertyLifecycleContext context, PropertyExecutor property) {
      var attributes = context.attributes();
      attributes.setTries(Selection.tries(attributes.tries().orElse(STORIES)));
      attributes.setSeed(Long.toString(Selection.seed()));
      attributes.setAfterFailure(AfterFailureMode.RANDOM_SEED); // not what failed the last time
      return property.execute();
    }
  }
}
