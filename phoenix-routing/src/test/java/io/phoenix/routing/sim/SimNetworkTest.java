package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.PhoenixException;
import io.phoenix.api.Port;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SimNetworkTest {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1000 * MS;

  private SimWorld world = new SimWorld(1);
  private SimNetwork network = world.network();
  private Peer a = new Peer(network.addHost("10.0.0.1"));
  private Peer b = new Peer(network.addHost("10.0.0.2"));
  private Port port = b.listen();

  private void startAgain(long seed) {
    world = new SimWorld(seed);
    network = world.network();
    a = new Peer(network.addHost("10.0.0.1"));
    b = new Peer(network.addHost("10.0.0.2"));
    port = b.listen();
  }

  private void connect() {
    a.dial(port);
    world.runFor(SECOND);
    assertThat(a.wires).hasSize(1);
    assertThat(b.wires).hasSize(1);
  }

  private static byte[] noise(int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(length).nextBytes(bytes);
    return bytes;
  }

  @Test
  void bytesArriveCompleteAndInOrderHoweverTheyAreCut() {
    b.frame = 7;
    connect();
    byte[] bytes = noise(700);
    for (int i = 0; i < bytes.length; i += 10) {
      a.send(Arrays.copyOfRange(bytes, i, i + 10));
      world.runFor(50_000);
    }
    world.runFor(SECOND);
    assertThat(b.received.toByteArray()).isEqualTo(bytes);
    assertThat(b.pieces).as("some came in parts").anyMatch(n -> n % 10 != 0);
    assertThat(b.pieces).as("some came together").anyMatch(n -> n >= 20);
  }

  @Test
  void bytesTakeTheTimeThatLatencyAndBandwidthSay() {
    network.settings(a.host, b.host, new PathSettings(10 * MS, 0, 1_000_000));
    connect();
    a.send(noise(100_000)); // 100 ms at 1 MB/s
    world.runFor(109 * MS);
    assertThat(b.received.size()).isLessThan(100_000);
    world.runFor(2 * MS);
    assertThat(b.received.size()).isEqualTo(100_000);
  }

  @Test
  void aWireWithMuchToSendIsNotWritableUntilLittleIsLeft() {
    network.settings(a.host, b.host, new PathSettings(10 * MS, 0, 1_000_000));
    connect();
    assertThat(a.wire().isWritable()).isTrue();
    a.send(noise(100_000));
    assertThat(a.wire().queuedBytes()).isEqualTo(100_000);
    assertThat(a.wire().isWritable()).isFalse();
    world.runFor(80 * MS);
    assertThat(a.writable).isZero();
    world.runFor(10 * MS);
    assertThat(a.writable).isEqualTo(1);
    assertThat(a.wire().isWritable()).isTrue();
  }

  @Test
  void aFirewallLetsOnlyOneSideDialButConnectionsWorkBothWays() {
    Port atA = a.listen();
    network.reach(b.host, a.host, Reach.REFUSED);
    b.dial(atA);
    world.runFor(SECOND);
    assertThat(b.failures).containsExactly("connection refused: 10.0.0.1:7000");
    network.reach(b.host, a.host, Reach.DROPPED);
    b.dial(atA);
    world.runFor(MS);
    assertThat(b.failures).hasSize(1);
    world.runFor(2 * SECOND);
    assertThat(b.failures).hasSize(2).last().isEqualTo("no answer: 10.0.0.1:7000");
    connect();
    b.send(noise(10));
    world.runFor(SECOND);
    assertThat(a.received.toByteArray()).isEqualTo(noise(10));
  }

  @Test
  void diallingNobodyFails() {
    a.dial(new Port("10.9.9.9", 7000));
    a.dial(new Port("10.0.0.2", 7777));
    world.runFor(SECOND);
    assertThat(a.failures)
        .containsExactly(
            "unknown host 10.9.9.9: 10.9.9.9:7000", "connection refused: 10.0.0.2:7777");
  }

  @Test
  void aPortIsListenedOnOnce() {
    assertThatThrownBy(() -> b.host.transport().listen(port, b))
        .isInstanceOf(PhoenixException.class)
        .hasMessageContaining("cannot listen on 10.0.0.2:7000: the port is in use");
  }

  @Test
  void aCutDeliversAPrefixAndTellsEachEndAtAnotherTime() {
    int partial = 0;
    for (int seed = 0; seed < 50; seed++) {
      startAgain(seed);
      network.settings(a.host, b.host, new PathSettings(10 * MS, 0, 100_000));
      connect();
      byte[] bytes = noise(1000); // 10 ms on the wire
      for (int i = 0; i < bytes.length; i += 100) {
        a.send(Arrays.copyOfRange(bytes, i, i + 100));
      }
      world.runFor(15 * MS);
      network.connections().get(0).cut(SECOND);
      a.send(noise(50)); // it does not know yet
      world.runFor(3 * SECOND);
      byte[] got = b.received.toByteArray();
      assertThat(got).isEqualTo(Arrays.copyOf(bytes, got.length));
      assertThat(a.closed).containsExactly("connection reset");
      assertThat(b.closed).containsExactly("connection reset");
      partial += got.length % 100 != 0 ? 1 : 0;
    }
    assertThat(partial).as("cuts in the middle of what was sent together").isGreaterThan(10);
  }

  @Test
  void aSilentDeathTellsNobodyAndFillsTheSendersQueue() {
    connect();
    network.connections().get(0).die();
    a.send(noise(100_000));
    world.runFor(100 * SECOND);
    assertThat(b.received.size()).isZero();
    assertThat(a.wire().isWritable()).isFalse();
    assertThat(a.writable).isZero();
    a.wire().close("keep-alive");
    world.runFor(100 * SECOND);
    assertThat(a.closed).containsExactly("keep-alive");
    assertThat(b.closed).isEmpty();
  }

  @Test
  void aConnectionGoesOnWhenABlockageHealsInTime() {
    connect();
    Blockage blockage = network.block(List.of(a.host), List.of(b.host));
    byte[] bytes = noise(100_000);
    a.send(bytes);
    world.runFor(10 * SECOND);
    assertThat(a.wire().isWritable()).isFalse();
    assertThat(b.received.size()).isZero();
    blockage.heal();
    world.runFor(10 * SECOND);
    assertThat(b.received.toByteArray()).isEqualTo(bytes);
    assertThat(a.writable).isEqualTo(1);
  }

  @Test
  void anEndThatGaveUpDuringABlockageIsHeardOfAfterwards() {
    connect();
    Blockage blockage = network.block(List.of(a.host), List.of(b.host));
    a.wire().close("keep-alive");
    world.runFor(10 * SECOND);
    assertThat(b.closed).isEmpty();
    blockage.heal();
    world.runFor(10 * SECOND);
    assertThat(b.closed).containsExactly("closed by 10.0.0.1");
  }

  @Test
  void aBlockageThatResetsTellsBothSidesAndDialsFail() {
    connect();
    Blockage blockage = network.block(List.of(b.host), List.of(a.host));
    blockage.reset(SECOND);
    world.runFor(3 * SECOND);
    assertThat(a.closed).hasSize(1);
    assertThat(b.closed).hasSize(1);
    a.dial(port);
    world.runFor(3 * SECOND);
    assertThat(a.failures).containsExactly("no answer: 10.0.0.2:7000");
    blockage.heal();
    a.dial(port);
    world.runFor(3 * SECOND);
    assertThat(a.wires).hasSize(2);
  }

  @Test
  void overlappingBlockagesAreHealedWithTheLast() {
    connect();
    Blockage first = network.block(List.of(a.host), List.of(b.host));
    Blockage second = network.block(List.of(b.host), List.of(a.host));
    a.send(noise(10));
    first.heal();
    first.heal();
    world.runFor(SECOND);
    assertThat(b.received.size()).isZero();
    second.heal();
    world.runFor(SECOND);
    assertThat(b.received.size()).isEqualTo(10);
  }

  @Test
  void closingOneEndClosesTheOther() {
    connect();
    a.wire().close("enough");
    assertThat(a.closed).as("never inside the call").isEmpty();
    world.runFor(SECOND);
    assertThat(a.closed).containsExactly("enough");
    assertThat(b.closed).containsExactly("closed by 10.0.0.1");
    assertThat(network.connections()).isEmpty();
  }

  @Test
  void aCrashIsToldToPeersOrNot() {
    connect();
    network.crash(b.host, false, 0);
    world.runFor(SECOND);
    assertThat(a.closed).isEmpty();
    a.dial(port);
    world.runFor(3 * SECOND);
    assertThat(a.failures).containsExactly("no answer: 10.0.0.2:7000");
    startAgain(2);
    connect();
    network.crash(b.host, true, SECOND);
    world.runFor(2 * SECOND);
    assertThat(a.closed).containsExactly("connection reset");
    assertThat(b.closed).isEmpty();
  }

  @Test
  void aClosedTransportRefusesAndClosesItsWires() {
    connect();
    b.host.transport().close();
    world.runFor(SECOND);
    assertThat(b.closed).containsExactly("transport closed");
    assertThat(a.closed).containsExactly("closed by 10.0.0.2");
    a.dial(port);
    b.dial(new Port("10.0.0.1", 7000));
    world.runFor(SECOND);
    assertThat(a.failures).containsExactly("connection refused: 10.0.0.2:7000");
    assertThat(b.failures).containsExactly("transport is closed");
  }

  @Test
  void whatWasSentBeforeATransportClosesArrives() {
    for (int seed = 0; seed < 50; seed++) {
      startAgain(seed);
      connect();
      a.send(noise(1000));
      a.wire().reserve(3).put(new byte[3]); // not flushed yet
      a.host.transport().close();
      world.runFor(SECOND);
      assertThat(b.received.size()).isEqualTo(1003);
      assertThat(b.closed).containsExactly("closed by 10.0.0.1");
    }
  }

  @Test
  void whatIsUnderWayWhenAWireClosesMayBeLost() {
    int lost = 0;
    for (int seed = 0; seed < 50; seed++) {
      startAgain(seed);
      connect();
      a.send(noise(1000));
      a.wire().close("enough");
      world.runFor(SECOND);
      assertThat(b.closed).containsExactly("closed by 10.0.0.1");
      lost += b.received.size() < 1000 ? 1 : 0;
    }
    assertThat(lost).isBetween(10, 40);
  }

  @Test
  void theLastWordsOfAClosedTransportAreLostWithTheConnection() {
    int lost = 0;
    for (int seed = 0; seed < 50; seed++) {
      startAgain(seed);
      connect();
      a.send(noise(1000));
      a.host.transport().close();
      network.connections().get(0).cut(SECOND);
      world.runFor(3 * SECOND);
      assertThat(b.closed).containsExactly("connection reset");
      lost += b.received.size() < 1000 ? 1 : 0;
    }
    assertThat(lost).isGreaterThan(40);
  }

  @Test
  void timeThatTcpTakesToNoticeAHealedPathIsNotCountedAsBytes() {
    for (int seed = 0; seed < 20; seed++) {
      startAgain(seed);
      connect();
      Blockage blockage = network.block(List.of(a.host), List.of(b.host));
      a.send(noise(10_000));
      world.runFor(SECOND);
      blockage.heal();
      assertThat(a.wire().queuedBytes()).isEqualTo(10_000);
      a.send(noise(1000));
      assertThat(a.wire().queuedBytes()).isBetween(10_999L, 11_001L);
      assertThat(a.wire().isWritable()).isTrue();
      world.runFor(SECOND);
      assertThat(a.wire().queuedBytes()).isZero();
      assertThat(b.received.size()).isEqualTo(11_000);
    }
  }

  @Test
  void bytesOfAPausedHostWaitForItsReturn() {
    connect();
    b.host.pause(SECOND);
    a.send(noise(10));
    a.send(noise(20));
    world.runFor(SECOND / 2);
    assertThat(b.received.size()).isZero();
    world.runFor(SECOND);
    assertThat(b.received.size()).isEqualTo(30);
  }

  @Test
  void theSameSeedGivesTheSameHashAndAnotherOneDoesNot() {
    assertThat(story(5)).isEqualTo(story(5));
    assertThat(story(5)).isNotEqualTo(story(6));
  }

  private long story(long seed) {
    startAgain(seed);
    connect();
    a.send(noise(1000));
    world.runFor(SECOND);
    network.connections().get(0).cut(SECOND);
    world.runFor(SECOND);
    return world.trace().hash();
  }
}
