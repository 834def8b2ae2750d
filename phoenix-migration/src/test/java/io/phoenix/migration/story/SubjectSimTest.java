package io.phoenix.migration.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.state.Incoming;
import io.phoenix.migration.state.Outgoing;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** State of an application's own in stories: what is right passes, and what is wrong is found. */
class SubjectSimTest {
  private static final int STORIES = 10;

  @BeforeAll
  static void silence() {
    Selection.silence();
  }

  @AfterAll
  static void speak() {
    Selection.speak();
  }

  /** How the first of a few stories ends that goes wrong; {@code null} if none does. */
  private static StoryFailure failure(Supplier<? extends Subject> subject) {
    return LongStream.rangeClosed(1, STORIES)
        .mapToObj(seed -> StorySimTest.drawn(seed, false).withSubject(subject))
        .map(story -> catchThrowableOfType(StoryFailure.class, story::play))
        .filter(failure -> failure != null)
        .findFirst()
        .orElse(null);
  }

  @Test
  void theExampleIsMadeByItsNameAndPasses() {
    assertThat(failure(Selection.named(NotebookSubject.class.getName()))).isNull();
  }

  @Test
  void aClassThatIsNoSubjectIsRefused() {
    assertThatThrownBy(() -> Selection.named("java.lang.String"))
        .hasMessageContaining("story.subject=java.lang.String must name a class")
        .hasMessageContaining(Subject.class.getName());
    assertThatThrownBy(() -> Selection.named("com.example.Nowhere"))
        .hasMessageContaining("story.subject=com.example.Nowhere must name a class");
  }

  @Test
  void stateThatForgetsAPieceIsFound() {
    assertThat(failure(() -> new Spoilt(Spoilt.How.DROPS_A_PIECE)))
        .hasMessageContaining("the story:")
        .hasMessageContaining("to play it again: Story.of(");
  }

  @Test
  void stateThatIsNotDiscardedIsFound() {
    assertThat(failure(() -> new Spoilt(Spoilt.How.KEEPS_WHAT_LEFT))).isNotNull();
  }

  @Test
  void liveStateThatDoesNotHandOutItsChangesIsFound() {
    assertThat(failure(() -> new Spoilt(Spoilt.How.FORGETS_CHANGES))).isNotNull();
  }

  /** Counters with a mistake. */
  private static final class Spoilt implements Subject {
    private enum How {
      DROPS_A_PIECE,
      KEEPS_WHAT_LEFT,
      FORGETS_CHANGES
    }

    private final How how;
    private final Counters counters = new Counters(true);
    private boolean frozen;

    Spoilt(How how) {
      this.how = how;
    }

    @Override
    public boolean isLive() {
      return true;
    }

    @Override
    public void remember(long v, long sender, long number) {
      counters.remember(v, sender, number);
    }

    @Override
    public long last(long v, long sender) {
      return counters.last(v, sender);
    }

    @Override
    public Outgoing handOut(VirtualRange range) {
      Outgoing right = counters.handOut(range);
      frozen = false;
      return new Outgoing() {
        @Override
        public byte[] next(int maxBytes) {
          return how == How.FORGETS_CHANGES && frozen ? null : right.next(maxBytes);
        }

        @Override
        public long remainingBytes() {
          return right.remainingBytes();
        }

        @Override
        public void freeze() {
          frozen = true;
        }

        @Override
        public void end(boolean handedOver) {
          right.end(handedOver && how != How.KEEPS_WHAT_LEFT);
        }
      };
    }

    @Override
    public Incoming takeIn(VirtualRange range) {
      Incoming right = counters.takeIn(range);
      return new Incoming() {
        private int pieces;

        @Override
        public void add(byte[] chunk) {
          if (how != How.DROPS_A_PIECE || ++pieces != 2) {
            right.add(chunk);
          }
        }

        @Override
        public void end(boolean assumed) {
          right.end(assumed);
        }
      };
    }
  }
}
