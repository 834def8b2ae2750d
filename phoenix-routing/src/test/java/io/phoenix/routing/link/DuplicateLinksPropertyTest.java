package io.phoenix.routing.link;

import static io.phoenix.routing.link.HandWorld.MS;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Port;
import io.phoenix.routing.wire.Controls;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntUnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * Between two nodes there is one link in the end, whoever dials and in whatever order things happen
 * on the wires. {@link TestNode} checks that each side sees one link at a time.
 */
class DuplicateLinksPropertyTest {
  private final Port alias = new Port("another.name", 7000);

  /** Which of the things that are under way comes next, and then the oldest; it shrinks to that. */
  private static IntUnaryOperator by(List<Integer> choices) {
    Iterator<Integer> next = choices.iterator();
    return n -> next.hasNext() ? next.next() % n : 0;
  }

  @Property(tries = 1000)
  void crossDialEndsWithOneLink(@ForAll @Size(max = 60) List<@IntRange(max = 11) Integer> choices) {
    var world = new HandWorld();
    var a = new TestNode(world, -1);
    var b = new TestNode(world, -2);
    a.dial(b);
    b.dial(a);
    world.settle(by(choices));
    assertOneLink(world, a, b);
    assertThat(world.wires).as("nobody had to dial twice").hasSize(4);
    assertHolds(world, a, b);
  }

  @Property(tries = 500)
  void twoPortsOfTheSamePeerEndWithOneLink(
      @ForAll @Size(max = 60) List<@IntRange(max = 11) Integer> choices) {
    var world = new HandWorld();
    var a = new TestNode(world, -1);
    var b = new TestNode(world, -2);
    b.links.listen(alias, world.nowNs);
    a.dial(b);
    a.dial(alias);
    b.dial(a);
    world.settle(by(choices));
    assertOneLink(world, a, b);
    assertThat(world.dialTimesNs).as("nobody had to dial twice").hasSize(3);
    assertHolds(world, a, b);
  }

  /** Some of what is under way happens, then a wire breaks, then time passes. */
  private record Break(List<Integer> choices, int victim, long waitMs) {}

  @Provide
  Arbitrary<List<Break>> breaks() {
    Arbitrary<Integer> choices = Arbitraries.integers().between(0, 11);
    Arbitrary<Long> waits =
        Arbitraries.oneOf(Arbitraries.just(0L), Arbitraries.longs().between(0, 199));
    return Combinators.combine(choices.list().ofMaxSize(11), choices, waits)
        .as(Break::new)
        .list()
        .ofMaxSize(6);
  }

  /** Wires break at any time, seen by the two ends at different times. */
  @Property(tries = 500)
  void oneLinkIsFoundAgainAfterWiresBroke(@ForAll("breaks") List<Break> breaks) {
    var world = new HandWorld();
    var a = new TestNode(world, -1);
    var b = new TestNode(world, -2);
    a.dial(b);
    b.dial(a);
    for (Break one : breaks) {
      Iterator<Integer> next = one.choices().iterator();
      try {
        world.settle(
            n -> {
              if (!next.hasNext()) {
                throw new Enough();
              }
              return next.next() % n;
            });
      } catch (Enough e) {
        // the wires are left with things under way
      }
      List<HandWire> open = world.openWires();
      if (!open.isEmpty()) {
        HandWire victim = open.get(one.victim() % open.size());
        if (!victim.other.closed && victim.handler != null && victim.other.handler != null) {
          victim.breakDown();
        }
      }
      world.run(one.waitMs() * MS);
    }
    world.run(10_000 * MS);
    assertOneLink(world, a, b);
    assertHolds(world, a, b);
  }

  /**
   * The wire that both prefer is dead without a word: B knows, A does not. B's new wire would lose
   * against it, but A then looks at the old one more closely.
   */
  @Example
  void deadLinkDoesNotKeepItsSuccessorOutForLong() {
    var world = new HandWorld();
    var a = new TestNode(world, -2); // the smaller name, so its wires are preferred
    var b = new TestNode(world, -1);
    a.dial(b);
    world.run(2_000 * MS);
    HandWire atA = world.wires.get(0);
    HandWire atB = world.wires.get(1);
    atA.cut = true;
    atB.cut = true;
    atB.close("the network is down");
    b.dial(a);
    world.run(1_500 * MS);
    assertThat(a.events.get(1)).contains("nothing was heard from 10.0.0.1:7000 for");
    assertOneLink(world, a, b);
  }

  /** The dialler knows that its wire is dead, the other does not, and need not find out first. */
  @Example
  void newerWireOfTheSameDiallerReplacesADeadOneAtOnce() {
    for (long diallersName : new long[] {-1, -3}) {
      var world = new HandWorld();
      var a = new TestNode(world, diallersName);
      var b = new TestNode(world, -2);
      a.dial(b);
      world.run(2_000 * MS);
      world.wires.forEach(w -> w.cut = true);
      world.wires.get(0).close("the network is down");
      world.run(100 * MS);
      assertOneLink(world, a, b);
      assertThat(b.events).hasSize(3);
      assertThat(b.events.get(1))
          .endsWith("another link between the two nodes, and that one is kept");
    }
  }

  @Example
  void lossOfADuplicateIsNoFailure() {
    var world = new HandWorld();
    var a = new TestNode(world, -1);
    var b = new TestNode(world, -2);
    a.dial(b);
    b.dial(a);
    world.run(60_000 * MS);
    assertThat(a.portState().lastFailure()).isNull();
    assertThat(b.portState().lastFailure()).isNull();
    assertThat(a.portState().attempts() + b.portState().attempts()).isEqualTo(2);
    assertThat(a.portState().linkedTo()).isNotNull();
    assertThat(b.portState().linkedTo()).isNotNull();
  }

  @Example
  void lesserWireIsClosedWhoseHandshakeEndsLater() {
    var world = new HandWorld();
    var a = new TestNode(world, -1);
    RawPeer older = world.dialRaw(a.port);
    RawPeer newer = world.dialRaw(a.port);
    world.run(10 * MS);
    older.send(RawPeer.hello(-9).setDial(1));
    older.wire.stuck = true; // so that its Pong comes late
    world.run(10 * MS);
    newer.send(RawPeer.hello(-9).setDial(2));
    world.run(10 * MS);
    assertThat(a.links.link(-9).isUp()).isTrue();
    older.wire.unstick();
    world.run(10 * MS);
    assertThat(older.lastHeard().getBye().getDuplicate()).isTrue();
    assertThat(newer.lastHeard().hasBye()).isFalse();
    assertThat(a.events).hasSize(1);
  }

  @Example
  void byeOfADuplicateIsNoFailure() {
    var world = new HandWorld();
    var a = new TestNode(world, -1);
    List<RawPeer> accepted = world.listenRaw(TestNode.port(-5));
    a.dial(TestNode.port(-5));
    for (int i = 0; i < 8; i++) {
      world.run(4 * MS);
      assertThat(accepted).as("dialled again without a longer wait").hasSize(i + 1);
      accepted.get(i).send(RawPeer.hello(-5));
      accepted.get(i).send(Controls.bye("there is another one", true));
      world.run(52 * MS);
    }
    assertThat(a.portState().lastFailure()).isNull();
    assertThat(a.events).isEmpty();
  }

  @Example
  void peerThatDialledUsIsNotDialled() {
    var world = new HandWorld();
    var a = new TestNode(world, -1);
    var b = new TestNode(world, -2);
    a.dial(b);
    world.run(100 * MS);
    HandWire first = world.wires.get(0);
    b.dial(a); // B cannot know yet who is there, so it has to ask once
    world.run(100 * MS);
    assertThat(world.openWires()).containsExactly(first, first.other);
    assertThat(a.events).as("the present link was not disturbed").hasSize(1);
    assertThat(b.events).hasSize(1);
    first.breakDown();
    world.run(100 * MS);
    assertOneLink(world, a, b);
  }

  private static void assertOneLink(HandWorld world, TestNode a, TestNode b) {
    Link ab = a.linkTo(b);
    Link ba = b.linkTo(a);
    a.tags.clear();
    b.tags.clear();
    ab.ready(TestSource.bulk(1, 1));
    ba.ready(TestSource.bulk(2, 1));
    a.links.pump(world.nowNs);
    b.links.pump(world.nowNs);
    world.settle(n -> 0);
    assertThat(b.tags).as("A's link leads to B's").containsExactly(1);
    assertThat(a.tags).as("B's link leads to A's").containsExactly(2);
  }

  /** Nothing changes any more; wires that lost are closed. */
  private static void assertHolds(HandWorld world, TestNode a, TestNode b) {
    Link ab = a.linkTo(b);
    Link ba = b.linkTo(a);
    world.run(12_000 * MS);
    assertThat(a.linkTo(b)).isSameAs(ab);
    assertThat(b.linkTo(a)).isSameAs(ba);
    assertThat(world.openWires()).hasSize(2);
    assertThat(a.links.links()).hasSize(1);
    assertThat(b.links.links()).hasSize(1);
  }

  private static final class Enough extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
