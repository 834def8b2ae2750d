package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.Port;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.log.LeaveLog;
import io.phoenix.routing.node.Baggage;
import io.phoenix.routing.runtime.OverlayNode;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Messages to the name that a node had before it left and returned, more than once. */
class ReturnSimTest {
  private static final int TAG = 1;
  private static final NodeConfig CONFIG = NodeConfig.of("return", 16);

  private final SimWorld world = new SimWorld(1);
  private final OverlayNode relay = open("relay", null, null);
  private final List<Integer> arrived = new ArrayList<>();

  private OverlayNode open(String address, @Nullable OverlayNode neighbour, byte @Nullable [] log) {
    SimHost host = world.network().addHost(address);
    NodeConfig config =
        CONFIG
            .withListen(new Port(address, 7000))
            .withPorts(neighbour == null ? List.of() : List.of(neighbour.localPort()));
    return OverlayNode.open(config, host.loop(), host.transport(), host.loop().random(), log);
  }

  private void run(Duration duration) {
    world.runFor(duration.toNanos());
  }

  private byte[] leave(OverlayNode node) {
    var left = node.beginLeave(true);
    run(CONFIG.leaveTimeout());
    return left.join().log();
  }

  private static void send(OverlayNode from, OverlayNode to, int number) {
    from.send(to.resourceName(), TAG, ByteBuffer.allocate(4).putInt(0, number).array());
  }

  @Test
  void whatIsInDoubtUnderOneNameIsNotOvertakenWhenALaterOneIsHeardOfToo() {
    OverlayNode first = open("first", relay, null);
    run(Duration.ofSeconds(3));
    byte[] log = leave(first);
    OverlayNode sender = open("sender", relay, null);
    send(sender, first, 1); // of which the sender has heard nothing: it may be anywhere
    run(Duration.ofSeconds(3));
    send(sender, first, 2); // which has left, the sender knows now: this waits for its return

    log = leave(open("second", null, log)); // cut off: nobody hears of that name yet
    OverlayNode third = open("third", relay, log);
    collect(third);
    run(Duration.ofSeconds(10));
    assertThat(arrived).containsExactly(1, 2);
  }

  @Test
  void aLogWhoseSecretIsCutShortIsRefusedInWords() {
    var baggage =
        new Baggage(
            List.of(-5L),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            ByteString.copyFrom(new byte[3]),
            List.of(),
            List.of(),
            ByteString.EMPTY);
    byte[] log = LeaveLog.encode(baggage, CONFIG);
    assertThatThrownBy(() -> open("returned", relay, log))
        .isInstanceOf(PhoenixException.class)
        .hasMessageContaining("its secret has 3 bytes");
  }

  private void collect(OverlayNode node) {
    node.handle(TAG, m -> arrived.add(ByteBuffer.wrap(m.payload()).getInt()));
  }

  @Test
  void whatFindsAnOwnerWhileTheLastWordIsUnderWayGoesAlong() {
    world
        .network()
        .model((from, to) -> new PathSettings(200_000_000, 0, PathSettings.LAN.bytesPerSecond()));
    collect(relay);
    OverlayNode leaver = open("leaver", relay, null);
    run(Duration.ofSeconds(3));
    leaver.send(7, TAG, ByteBuffer.allocate(4).putInt(0, 1).array()); // nobody assumes that yet
    relay.assume(VirtualRange.all(16));
    run(Duration.ofMillis(100));
    var left = leaver.beginLeave(true); // says its last word; hears of the owner only now
    run(Duration.ofMillis(150));
    world
        .network()
        .block(List.of(world.network().hosts().get(0)), List.of(world.network().hosts().get(1)));
    run(CONFIG.leaveTimeout());
    assertThat(left.join().report().logged()).isEqualTo(1);
    open("returned", relay, left.join().log());
    run(Duration.ofSeconds(10));
    assertThat(arrived).containsExactly(1);
  }
}
