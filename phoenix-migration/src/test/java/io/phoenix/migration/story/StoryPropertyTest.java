package io.phoenix.migration.story;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
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
  @Fresh
  void promisesHoldInStoriesThatNobodyHasTried(@ForAll("storiesOfAllKinds") Story story) {
    story.play();
  }

  @Provide
  Arbitrary<Story> storiesOfAllKinds() {
    return Arbitraries.oneOf(
        stories(), storiesWithCrashes(), storiesWithAbsences(), storiesWithAbsencesAndCrashes());
  }

  @Property(tries = STORIES)
  void promisesHoldInAnyStory(@ForAll("stories") Story story) {
    story.play();
  }

  @Property(tries = STORIES)
  void promisesHoldInAnyStoryWithAbsences(@ForAll("storiesWithAbsences") Story story) {
    story.play();
  }

  @Property(tries = STORIES)
  void promisesHoldInAnyStoryWithAbsencesAndCrashes(
      @ForAll("storiesWithAbsencesAndCrashes") Story story) {
    story.play();
  }

  @Property(tries = STORIES)
  void promisesHoldInAnyStoryWithCrashes(@ForAll("storiesWithCrashes") Story story) {
    story.play();
  }

  @Provide
  Arbitrary<Story> stories() {
    return stories(acts(SHORT, false));
  }

  @Provide
  Arbitrary<Story> storiesWithCrashes() {
    Arbitrary<Act> crashes = nodes().map(Act.Crash::new);
    return stories(Arbitraries.frequencyOf(Tuple.of(15, acts(LONG, true)), Tuple.of(1, crashes)));
  }

  @Provide
  Arbitrary<Story> storiesWithAbsences() {
    return stories(
        Arbitraries.frequencyOf(Tuple.of(3, acts(SHORT, false)), Tuple.of(1, absences())));
  }

  @Provide
  Arbitrary<Story> storiesWithAbsencesAndCrashes() {
    Arbitrary<Act> crashes = nodes().map(Act.Crash::new);
    Arbitrary<Act> takeovers = nodes().map(Act.TakeOver::new);
    return stories(
        Arbitraries.frequencyOf(
            Tuple.of(15, acts(LONG, true)),
            Tuple.of(5, absences()),
            Tuple.of(1, crashes),
            Tuple.of(1, takeovers)));
  }

  private static Arbitrary<Act> absences() {
    return Arbitraries.oneOf(
        nodes().map(Act.Away::new),
        nodes().map(Act.Return::new),
        Combinators.combine(Arbitraries.of(Act.Moment.class), Arbitraries.of(true, false))
            .as((step, peer) -> new Act.Ambush(step, peer, Act.Deed.AWAY)));
  }

  /**
   * Anything happens. In a tiny space neighbours have a virtual node each, and everybody contends
   * for the same locks.
   */
  private static Arbitrary<Story> stories(Arbitrary<Act> acts) {
    Arbitrary<Long> seeds = Arbitraries.longs().between(1, 1000).withoutEdgeCases();
    Arbitrary<Integer> tiny = Arbitraries.integers().between(2, 8);
    Arbitrary<Integer> large = Arbitraries.integers().between(9, 1000);
    Arbitrary<Integer> sizes = Arbitraries.frequencyOf(Tuple.of(1, tiny), Tuple.of(1, large));
    Arbitrary<List<Act>> lists =
        acts.list().ofMaxSize(MOST_ACTS).withSizeDistribution(RandomDistribution.uniform());
    return Combinators.combine(seeds, sizes, lists)
        .as((seed, size, what) -> story(seed, what).withSpaceSize(size));
  }

  private static Story story(long seed, List<Act> acts) {
    return Selection.withSubject(Story.of(seed, acts));
  }

  private static Arbitrary<Act> acts(int longest, boolean crashes) {
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
        Tuple.of(
            3,
            Combinators.combine(
                    Arbitraries.of(Act.Moment.class),
                    Arbitraries.of(true, false),
                    Arbitraries.of(Acts.deeds(crashes)))
                .as(Act.Ambush::new)),
        Tuple.of(2, times.map(Act.Wait::new)));
  }

  private static Arbitrary<Integer> nodes() {
    return Arbitraries.integers().between(0, NODES);
  }

  /** A property with a seed that is drawn anew each time, unless one is asked for. */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  private @interface Fresh {}

  /** Tries and seed as they were asked for; a seed that is not asked for is the same every time. */
  static final class Selected implements AroundPropertyHook {
    @Override
    public PropertyExecutionResult aroundProperty(
        PropertyLifecycleContext context, PropertyExecutor property) {
      var attributes = context.attributes();
      attributes.setTries(Selection.tries(attributes.tries().orElse(STORIES)));
      boolean isFresh = context.targetMethod().isAnnotationPresent(Fresh.class);
      long seed = isFresh ? Selection.freshSeed() : Selection.seed();
      attributes.setSeed(Long.toString(seed));
      attributes.setAfterFailure(AfterFailureMode.RANDOM_SEED); // not what failed the last time
      PropertyExecutionResult result = property.execute();
      if (result.status() != PropertyExecutionResult.Status.SUCCESSFUL) {
        System.out.println(
            "replay: " + Selection.command(attributes.tries().orElse(STORIES), seed));
      }
      return result;
    }
  }
}
