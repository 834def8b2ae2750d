package io.phoenix.migration;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.goal.Report;
import io.phoenix.migration.state.MigratingState;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What others send on the tags of migration may be anything: the node goes on. */
class GarbageSimTest {
  private static final List<Integer> TAGS =
      List.of(Tags.LOCK, Tags.TRANSFER, Tags.PROBE, Tags.LOAD, Tags.ORDERED, Tags.CHUNK);
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final SimulatedCluster world = Phoenix.simulated(1, NodeConfig.of("garbage", 64));
  private final Node a = world.open();
  private final Node b = world.open(a);
  private final Node sender = world.open(a, b);
  private final Migration ofA = Migration.on(a, MigratingState.none());
  private final Migration ofB = Migration.on(b, MigratingState.none());

  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
  private final Logger log = (Logger) LoggerFactory.getLogger("io.phoenix");

  @BeforeEach
  void listen() {
    logged.start();
    log.addAppender(logged);
    log.setAdditive(false);
  }

  @AfterEach
  void listenNoMore() {
    log.detachAppender(logged);
    log.setAdditive(true);
  }

  private Report run(Operation operation) {
    assertThat(world.runUntil(operation.report()::isDone, LIMIT)).isTrue();
    return operation.report().join();
  }

  private void sendToBoth(int tag, byte[] payload) {
    sender.send(a.resourceName(), tag, payload);
    sender.send(b.resourceName(), tag, payload);
  }

  @Test
  void aNodeThatIsSentGarbageGoesOn() {
    ofA.found();
    var random = new SplittableRandom(5);
    for (int tag : TAGS) {
      for (int length = 0; length < 40; length++) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        if (length > 0) {
          bytes[0] = (byte) random.nextInt(12);
        }
        sendToBoth(tag, bytes);
      }
    }
    world.runFor(Duration.ofSeconds(5));
    assertThat(logged.list).isNotEmpty().noneMatch(event -> event.getLevel() == Level.ERROR);
    assertThat(ofA.isAtRest()).isTrue();
    assertThat(ofB.isAtRest()).isTrue();

    assertThat(run(ofB.join()).reached()).isTrue();
    assertThat(ofA.interval()).isEqualTo(VirtualRange.of(0, 32));
    assertThat(ofB.interval()).isEqualTo(VirtualRange.of(32, 64));
  }
}
