package io.phoenix.migration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.state.Incoming;
import io.phoenix.migration.state.MigratingState;
import io.phoenix.migration.state.Outgoing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** State that goes along in the log of a leave, over TCP. */
@Timeout(60)
class SuspensionTest {
  private static final NodeConfig CONFIG = NodeConfig.of("suspension", 64);
  private static final Duration SOON = Duration.ofSeconds(10);

  @TempDir Path directory;

  /** Words, a piece each, that are all for the whole interval. */
  private static final class Words implements MigratingState {
    final TreeSet<String> words = new TreeSet<>();
    boolean isInUse;
    boolean isStopped;

    Words(String... first) {
      words.addAll(List.of(first));
    }

    @Override
    public boolean isLive() {
      return true;
    }

    @Override
    public Outgoing handOut(VirtualRange range) {
      isStopped = true;
      var rest = new ArrayDeque<>(words);
      return new Outgoing() {
        @Override
        public byte @Nullable [] next(int maxBytes) {
          return rest.isEmpty() ? null : rest.poll().getBytes(UTF_8);
        }

        @Override
        public boolean canFreeze() {
          return !isInUse;
        }

        @Override
        public void end(boolean handedOver) {
          isStopped = false;
        }
      };
    }

    @Override
    public Incoming takeIn(VirtualRange range) {
      return new Incoming() {
        @Override
        public void add(byte[] chunk) {
          words.add(new String(chunk, UTF_8));
        }

        @Override
        public void end(boolean assumed) {
          if (!assumed) {
            words.clear();
          }
        }
      };
    }
  }

  @Test
  void whoReturnsHasItsStateAgain() throws Exception {
    Path log = directory.resolve("log");
    Node node = Phoenix.open(CONFIG);
    Migration migration = Migration.on(node, new Words("one", "two", ""));
    migration.found();
    assertThat(migration.suspend().await(SOON).reached()).isTrue();
    node.leave(log, migration::save);
    try (Node back = Phoenix.open(CONFIG, log)) {
      var state = new Words();
      Migration.on(back, state);
      assertThat(state.words).containsExactly("", "one", "two");
      assertThat(back.assumed().contains(7)).isTrue();
    }
  }

  @Test
  void stateThatIsInUseIsWaitedForAndThenTheNodeGoesOn() throws Exception {
    try (Node node = Phoenix.open(CONFIG)) {
      var state = new Words("one");
      Migration migration = Migration.on(node, state);
      migration.found();
      state.isInUse = true;
      Operation suspension = migration.suspend();
      suspension.cancel();
      assertThat(suspension.await(SOON).reason()).isEqualTo("cancelled: its state is in use");
      assertThat(state.isStopped).isFalse();
      state.isInUse = false;
      assertThat(migration.suspend().await(SOON).reached()).isTrue();
      state.isInUse = true; // somebody takes it up again before the node leaves
      assertThatThrownBy(() -> node.leave(directory.resolve("log"), migration::save))
          .isInstanceOf(PhoenixException.class)
          .hasMessageContaining("its state is in use; try again")
          .hasMessageContaining("has not left");
      assertThat(node.assumed().contains(7)).isTrue();
      assertThat(directory).isEmptyDirectory();
    }
  }

  @Test
  void stateThatIsCutShortIsRefusedAndNotKeptInPart() throws Exception {
    Node node = Phoenix.open(CONFIG);
    Migration migration = Migration.on(node, new Words("one", "two"));
    migration.found();
    assertThat(migration.suspend().await(SOON).reached()).isTrue();
    byte[][] saved = new byte[1][];
    node.leave(directory.resolve("log"), () -> saved[0] = migration.save());
    int header = 3 * Long.BYTES;
    for (int length = header + 1; length < saved[0].length; length++) {
      var state = new Words();
      byte[] part = Arrays.copyOf(saved[0], length);
      if (length == header + Integer.BYTES + 3) {
        continue; // between two pieces: the log's checksum is there for that
      }
      assertThatThrownBy(() -> SavedState.restore(part, state))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("the state of [0, 64) in the log is damaged");
      assertThat(state.words).isEmpty();
    }
  }
}
