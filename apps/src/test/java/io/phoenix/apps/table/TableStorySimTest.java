package io.phoenix.apps.table;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.MigrationSettings;
import io.phoenix.migration.state.Incoming;
import io.phoenix.migration.state.Outgoing;
import io.phoenix.migration.story.Acts;
import io.phoenix.migration.story.Ending;
import io.phoenix.migration.story.Story;
import io.phoenix.migration.story.Subject;
import io.phoenix.migration.transfer.TransferSettings;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** The table's state in stories: joins, leaves, balancing, cuts, pauses and crashes. */
class TableStorySimTest {
  private static final int STORIES = 10;
  private static final int ACTS = 40;

  /** Small pieces, so that much is copied while it is in use. */
  private static final MigrationSettings SETTINGS =
      MigrationSettings.defaults()
          .withTransfer(new TransferSettings(128, 256, 128, 4, 1_000_000_000L));

  @BeforeAll
  static void beQuiet() {
    // Simulated links break all the time: what their nodes say to that is no news.
    ((Logger) LoggerFactory.getLogger("io.phoenix")).setLevel(Level.ERROR);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void entriesAreWhereTheirVirtualNodesAre(boolean crashes) {
    long moves = 0;
    for (long seed = 1; seed <= STORIES; seed++) {
      Ending ending =
          Story.of(seed, Acts.draw(new SplittableRandom(seed), ACTS, crashes, false))
              .withSubject(EntrySubject::new)
              .withSettings(SETTINGS)
              .play(); // a failure says how to play it again
      moves += ending.moves();
    }
    assertThat(moves).isGreaterThan(STORIES);
  }

  /** Remembers each number in an entry, whose key is the sender. */
  private static final class EntrySubject implements Subject {
    private final TableState state = new TableState(64);

    @Override
    public void remember(long v, long sender, long number) {
      state.put(key(v, sender), ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    }

    @Override
    public long last(long v, long sender) {
      byte[] number = state.get(key(v, sender));
      return number == null ? 0 : ByteBuffer.wrap(number).getLong();
    }

    private static Key key(long v, long sender) {
      return new Key(v, ByteBuffer.allocate(Long.BYTES).putLong(sender).array());
    }

    @Override
    public Outgoing handOut(VirtualRange range) {
      return state.handOut(range);
    }

    @Override
    public Incoming takeIn(VirtualRange range) {
      return state.takeIn(range);
    }

    @Override
    public boolean isLive() {
      return state.isLive();
    }
  }
}
