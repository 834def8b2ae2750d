package io.phoenix.routing.link;

import static io.phoenix.routing.link.HandWorld.MS;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.ResourceName;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.wire.proto.Hello;
import io.phoenix.routing.wire.proto.Ownership;
import io.phoenix.routing.wire.proto.Routes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandshakeTest {
  private static final String HERE = "10.0.0.1:7000"; // where node A listens
  private static final String AGREE =
      ": open all nodes of a computation with the same application and space size";
  private final HandWorld world = new HandWorld();
  private final TestNode a = new TestNode(world, -1);

  @Test
  void linkIsUpOnBothSidesWithItsRoundTrip() {
    var b = new TestNode(world, -2);
    a.dial(b);
    world.run(100 * MS);

    assertThat(a.events).containsExactly("up " + ResourceName.format(-2));
    assertThat(b.events).containsExactly("up " + ResourceName.format(-1));
    assertThat(a.linkTo(b).rttNs()).isEqualTo(2 * MS);
    assertThat(b.linkTo(a).rttNs()).isEqualTo(2 * MS);
    assertThat(a.links.links()).containsExactly(a.linkTo(b));
    assertThat(a.portState().linkedTo()).isEqualTo(new ResourceName(-2));
    assertThat(a.portState().attempts()).isEqualTo(1);
    assertThat(a.portState().lastFailure()).isNull();
  }

  @Test
  void bytesMayComeOneByOne() {
    var b = new TestNode(world, -2);
    a.dial(b);
    world.run(1 * MS);
    world.wires.forEach(w -> w.byteByByte = true);
    world.run(500 * MS);
    assertThat(b.linkTo(a).isUp()).isTrue();
    a.linkTo(b).sendControl(Controls.seqnoRequest(-9, 4, 2));
    a.links.pump(world.nowNs);
    world.run(500 * MS);
    assertThat(b.events).contains("control SEQNO_REQUEST");
  }

  @Test
  void otherApplicationIsRefused() {
    assertRefused(
        RawPeer.hello(-9).setApplication("other"),
        "application 'app' here, 'other' at raw:50000" + AGREE);
  }

  @Test
  void otherSpaceSizeIsRefused() {
    assertRefused(
        RawPeer.hello(-9).setSpaceSize(7), "space size 1000 here, 7 at raw:50000" + AGREE);
  }

  @Test
  void allDifferencesAreNamed() {
    assertRefused(
        RawPeer.hello(-9).setSpaceSize(-1).setApplication("x\ny"),
        "application 'app' here, 'x?y' at raw:50000; "
            + "space size 1000 here, 18446744073709551615 at raw:50000"
            + AGREE);
  }

  @Test
  void otherVersionIsRefusedWhateverElseItSays() {
    assertRefused(
        RawPeer.hello(-9).setVersion(2).setSpaceSize(7),
        "protocol version 1 here, 2 at raw:50000: run the same release of Phoenix at both ends");
  }

  @Test
  void nodeDoesNotLinkToItself() {
    a.dial(a.port);
    world.run(100 * MS);
    assertThat(a.events).isEmpty();
    assertThat(a.portState().lastFailure())
        .isEqualTo("it is this node itself that answers at " + HERE + ": leave that port out");
    assertThat(a.portState().linkedTo()).isNull();
  }

  private void assertRefused(Hello.Builder hello, String reason) {
    RawPeer raw = world.dialRaw(a.port);
    world.run(10 * MS);
    raw.send(hello.setDial(1));
    world.run(10 * MS);
    assertThat(raw.lastHeard().getRefuse().getReason()).isEqualTo(reason);
    assertThat(raw.closed).as("left to the peer, so that it reads the reason").isNull();
    assertThat(a.links.counters().refusals()).isEqualTo(1);
    world.run(1000 * MS);
    assertThat(raw.closed).isEqualTo("closed by " + HERE);
    assertThat(a.events).isEmpty();
  }

  @Test
  void refusedPortSaysWhyOnBothSides() {
    var b = new TestNode(world, -2, s -> LinkSettings.of("b", 1000, -2, s.helloNs(), s.deadNs()));
    a.dial(b);
    b.dial(a);
    world.run(2000 * MS);
    assertThat(a.portState().lastFailure())
        .isEqualTo("application 'app' here, 'b' at 10.0.0.2:7000" + AGREE);
    assertThat(b.portState().lastFailure())
        .isEqualTo("application 'b' here, 'app' at 10.0.0.1:7000" + AGREE);
    assertThat(a.events).isEmpty();
    assertThat(world.openWires()).isEmpty();
  }

  @Test
  void refusalOfAPeerIsRemembered() {
    List<RawPeer> accepted = world.listenRaw(TestNode.port(-5));
    a.dial(TestNode.port(-5));
    world.run(10 * MS);
    accepted.get(0).send(Controls.refuse("I do not like you\n"));
    world.run(10 * MS);
    assertThat(a.portState().lastFailure()).isEqualTo("10.0.0.5:7000 refuses: I do not like you?");
    assertThat(accepted.get(0).closed).isNotNull();
  }

  @Test
  void slowHandshakeIsCutOffAtItsDeadline() {
    RawPeer raw = world.dialRaw(a.port);
    world.run(10 * MS);
    long startNs = world.nowNs;
    raw.send(new byte[] {0, 0, 100, 0, 1}); // the beginning of a frame that may be
    while (raw.closed == null && world.nowNs < startNs + 60_000 * MS) {
      raw.send(new byte[1]); // the rest byte by byte, to keep it waiting
      world.run(1000 * MS);
    }
    assertThat(world.nowNs - startNs).isBetween(4_900 * MS, 6_000 * MS);
    assertThat(a.links.counters().badFrames()).isZero();
  }

  @Test
  void peerThatNeverAnswersPingsIsCutOffToo() {
    RawPeer raw = world.dialRaw(a.port);
    world.run(1 * MS);
    raw.wire = world.wires.get(0);
    world.run(10 * MS);
    raw.send(RawPeer.hello(-9).setDial(1));
    raw.wire.stuck = true;
    world.run(4_000 * MS);
    assertThat(raw.closed).isNull();
    world.run(1_100 * MS);
    assertThat(raw.closed).isNotNull();
    assertThat(a.events).isEmpty();
  }

  @Test
  void silentPortIsRememberedAsSuch() {
    world.listenRaw(TestNode.port(-5));
    a.dial(TestNode.port(-5));
    world.run(5_100 * MS);
    assertThat(a.portState().lastFailure())
        .isEqualTo(
            "10.0.0.5:7000 has not finished the handshake within 5000 ms; is that a Phoenix node?");
  }

  @Test
  void halfOpenWiresAreBounded() {
    List<RawPeer> raws = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      raws.add(world.dialRaw(a.port));
    }
    world.run(10 * MS);
    assertThat(raws.stream().filter(r -> r.closed == null)).hasSize(64);
    assertThat(a.links.counters().turnedAway()).isEqualTo(36);

    // Those that finish make room for others.
    for (int i = 0; i < 10; i++) {
      raws.get(i).send(RawPeer.hello(-100 - i).setDial(1));
    }
    world.run(10 * MS);
    assertThat(a.links.links()).hasSize(10);
    RawPeer late = world.dialRaw(a.port);
    world.run(10 * MS);
    assertThat(late.closed).isNull();
    world.run(6_000 * MS);
    assertThat(raws.stream().filter(r -> r.closed == null)).hasSize(10);
  }

  @Test
  void onlySmallFramesAreTakenBeforeTheHandshake() {
    assertBadFrame(
        new byte[] {0, 1, 0, 1, 1}, "frame of type 1 has length 65537, allowed are 1..65536");
  }

  @Test
  void longControlMessagesAreTakenAfterTheHandshake() {
    var b = new TestNode(world, -2);
    a.dial(b);
    world.run(10 * MS);
    List<Routes.Route> routes = Collections.nCopies(9_000, Controls.route(-9, 7, 7));
    Control message = Controls.routes(routes).get(0);
    assertThat(message.getSerializedSize()).isGreaterThan(100 << 10);
    a.linkTo(b).sendControl(message);
    a.links.pump(world.nowNs);
    world.run(10 * MS);
    assertThat(b.events).endsWith("control ROUTES");
  }

  @Test
  void httpRequestIsNotAHandshake() {
    assertBadFrame("GET / HTTP/1.1\r\n".getBytes(US_ASCII), "frame of unknown type 47");
  }

  private void assertBadFrame(byte[] bytes, String reason) {
    RawPeer raw = world.dialRaw(a.port);
    world.run(10 * MS);
    raw.send(bytes);
    world.run(10 * MS);
    assertThat(raw.closed).isNotNull();
    assertThat(a.links.counters().badFrames()).isEqualTo(1);

    // The same from a port that was dialled: there the reason is kept.
    List<RawPeer> accepted = world.listenRaw(TestNode.port(-5));
    a.dial(TestNode.port(-5));
    world.run(10 * MS);
    accepted.get(0).send(bytes);
    world.run(10 * MS);
    assertThat(a.portState().lastFailure())
        .isEqualTo("10.0.0.5:7000 sent a bad frame: " + reason + "; is that a Phoenix node?");
  }

  @Test
  void nothingElseIsTakenBeforeTheHandshake() {
    for (Control early :
        List.of(Controls.ping(1), Controls.pong(1), Controls.seqnoRequest(-3, 1, 1))) {
      RawPeer raw = world.dialRaw(a.port);
      world.run(10 * MS);
      raw.send(early);
      world.run(10 * MS);
      assertThat(raw.closed).as("after %s", early).isNotNull();
    }
    assertThat(a.links.counters().badFrames()).isEqualTo(3);
  }

  @Test
  void secondHelloIsNotTaken() {
    RawPeer raw = world.dialRaw(a.port);
    world.run(10 * MS);
    raw.send(RawPeer.hello(-9).setDial(1));
    raw.send(RawPeer.hello(-8).setDial(1));
    world.run(10 * MS);
    assertThat(raw.closed).isNotNull();
    assertThat(a.links.link(-8)).isNull();
  }

  @Test
  void exactlyOneEndHasDialled() {
    RawPeer raw = world.dialRaw(a.port);
    world.run(10 * MS);
    raw.send(RawPeer.hello(-9));
    List<RawPeer> accepted = world.listenRaw(TestNode.port(-5));
    a.dial(TestNode.port(-5));
    world.run(10 * MS);
    accepted.get(0).send(RawPeer.hello(-5).setDial(3));
    world.run(10 * MS);

    assertThat(raw.closed).isNotNull();
    assertThat(a.portState().lastFailure())
        .startsWith("10.0.0.5:7000 sent a bad frame: Hello claims to have dialled, too");
  }

  @Test
  void badFrameClosesThatLinkOnly() {
    var b = new TestNode(world, -2);
    a.dial(b);
    RawPeer raw = world.dialRaw(a.port);
    world.run(10 * MS);
    raw.send(RawPeer.hello(-9).setDial(1));
    world.run(10 * MS);
    assertThat(a.links.links()).hasSize(2);
    raw.send(new byte[] {0, 0, 0, 1, 77});
    world.run(10 * MS);
    assertThat(a.events)
        .contains("down ~7ffffffffffffff7: raw:50002 sent a bad frame: frame of unknown type 77");
    assertThat(a.links.links()).containsExactly(a.linkTo(b));
  }

  @Test
  void claimBeyondTheSpaceIsABadFrame() {
    RawPeer raw = world.dialRaw(a.port);
    world.run(10 * MS);
    raw.send(RawPeer.hello(-9).setDial(1));
    world.run(10 * MS);
    raw.send(ownership(1000));
    world.run(10 * MS);
    assertThat(a.events).endsWith("control OWNERSHIP");
    raw.send(ownership(1001));
    world.run(10 * MS);
    assertThat(a.events.get(2)).endsWith("control message with claim beyond the space of 1000");
  }

  private static Control ownership(long end) {
    var claim = Ownership.Record.Claim.newBuilder().setFirst(0).setEnd(end).setEpoch(1);
    var record = Ownership.Record.newBuilder().setNode(-9).addClaims(claim).build();
    return Controls.ownership(List.of(record)).get(0);
  }

  @Test
  void goodbyeReachesEverybodyBeforeAnythingElse() {
    var b = new TestNode(world, -2);
    var c = new TestNode(world, -3);
    a.dial(b);
    a.dial(c);
    world.run(10 * MS);
    a.onDown = l -> a.links.links().forEach(o -> o.sendControl(Controls.seqnoRequest(-7, 1, 1)));
    a.links.close("the node leaves", world.nowNs);
    a.links.pump(world.nowNs);
    world.run(10 * MS);
    assertThat(b.events).hasSize(2).noneMatch(e -> e.startsWith("control"));
    assertThat(c.events).hasSize(2).noneMatch(e -> e.startsWith("control"));
  }

  @Test
  void goodbyeClosesAllAndDialsNoMore() {
    var b = new TestNode(world, -2);
    a.dial(b);
    world.run(10 * MS);
    a.links.close("the node leaves", world.nowNs);
    world.run(60_000 * MS);
    assertThat(a.events).endsWith("down " + ResourceName.format(-2) + ": the node leaves");
    assertThat(b.events)
        .endsWith(
            "down "
                + ResourceName.format(-1)
                + ": 10.0.0.1:50000 closed the link: the node leaves");
    assertThat(world.openWires()).isEmpty();
    assertThat(world.dialTimesNs).hasSize(1);
  }
}
