package io.phoenix.migration.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stories drawn from seeds; {@code scripts/test migration --tries N --seed S} says which. */
class StorySimTest {
  private static final int STORIES = 100;
  private static final int ACTS = 40;

  /** One that never comes to rest is played for long: no more are played than tell enough. */
  private static final int ENOUGH_FAILURES = 8;

  @BeforeAll
  static void silence() {
    Selection.silence();
  }

  @AfterAll
  static void speak() {
    Selection.speak();
  }

  static Story drawn(long seed, boolean crashes) {
    return Story.drawn(seed, ACTS, crashes);
  }

  /** What may happen to the nodes of a story. */
  private enum Kind {
    NO_CRASHES(false, false),
    CRASHES(true, false),
    ABSENCES(false, true),
    ABSENCES_AND_CRASHES(true, true);

    private final boolean crashes;
    private final boolean absences;

    Kind(boolean crashes, boolean absences) {
      this.crashes = crashes;
      this.absences = absences;
    }

    private Story story(long seed) {
      return Selection.withSubject(Story.drawn(seed, ACTS, crashes, absences));
    }
  }

  @ParameterizedTest
  @EnumSource
  void promisesHoldInStoriesOfAllSeeds(Kind kind) {
    demandAll(Selection.seed(), kind);
  }

  @ParameterizedTest
  @EnumSource
  void promisesHoldInStoriesThatNobodyHasTried(Kind kind) {
    long first = Selection.freshSeed();
    System.out.println("fresh stories: all again by " + Selection.command(STORIES, first));
    demandAll(first, kind);
  }

  private static void demandAll(long from, Kind kind) {
    int tries = Selection.tries(STORIES);
    var failures = new ConcurrentSkipListMap<Long, StoryFailure>();
    var moves = new AtomicLong();
    LongStream.range(from, from + tries)
        .parallel()
        .filter(seed -> failures.size() < ENOUGH_FAILURES)
        .forEach(
            seed -> {
              try {
                Ending ending = kind.story(seed).play();
                moves.addAndGet(ending.moves());
              } catch (StoryFailure failure) {
                failures.put(seed, failure);
              }
            });
    if (!failures.isEmpty()) {
      long first = failures.firstKey();
      throw new AssertionError(
          "of %d seeds these failed, if not more: %s%nreplay the first: %s%n%s"
              .formatted(
                  tries,
                  failures.keySet(),
                  Selection.command(1, first),
                  failures.get(first).getMessage()));
    }
    assertThat(moves.get()).as("ranges that moved").isPositive();
  }

  /** Or node 4, which has sent it 40 messages and leaves, would have to leave without them. */
  @Test
  void whoIsAwayAtTheEndComesBackWhileOthersLeave() {
    List<Act> acts =
        List.of(
            new Act.Join(1),
            new Act.Join(2),
            new Act.Join(3),
            new Act.Join(2),
            new Act.Join(3),
            new Act.Wait(512),
            new Act.Leave(98),
            new Act.Join(1),
            new Act.Away(90),
            new Act.Away(11),
            new Act.Send(57, 16, 40),
            new Act.Leave(73));
    Ending ending = Story.of(912000358, acts).play();
    assertThat(ending.messages()).isGreaterThan(40);
  }

  @Test
  void theSameSeedTellsTheSameStory() {
    Story story = drawn(Selection.seed(), true);
    Ending once = story.play();
    Ending again = story.play();
    assertThat(again.virtualTime()).isEqualTo(once.virtualTime());
    assertThat(TraceModule.of(List.of(again.trace())))
        .isEqualTo(TraceModule.of(List.of(once.trace())));
  }
}
