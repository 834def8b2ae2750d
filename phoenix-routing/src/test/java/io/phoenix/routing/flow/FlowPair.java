package io.phoenix.routing.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.routing.sim.SimConnection;
import io.phoenix.routing.sim.SimWorld;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/** Two peers, a link between them, and a record of what was sent from which to which. */
final class FlowPair {
  static final long MS = 1_000_000;

  final SimWorld world;
  final FlowPeer a;
  final FlowPeer b;
  private final Map<FlowPeer, List<FlowPeer.Arrival>> sent = new HashMap<>();
  private int number;

  FlowPair(long seed) {
    world = new SimWorld(seed);
    a = new FlowPeer(world.network().addHost("10.0.0.1"), -1);
    b = new FlowPeer(world.network().addHost("10.0.0.2"), -2);
    a.dial(b);
    world.runFor(1000 * MS);
    assertThat(a.linkTo(b.name)).isNotNull();
    assertThat(b.linkTo(a.name)).isNotNull();
    sent.put(a, new ArrayList<>());
    sent.put(b, new ArrayList<>());
  }

  FlowPeer other(FlowPeer peer) {
    return peer == a ? b : a;
  }

  /** Sends a message of that size, whose content and header follow from its number. */
  Message send(FlowPeer from, int lane, int bytes) {
    int n = ++number;
    byte[] payload = new byte[bytes];
    new SplittableRandom(n).nextBytes(payload);
    Message message = new Message(from.name, n % 1000, n, payload);
    from.send(other(from), lane, new Parcel(message, n % 3, n, n % 2 == 0), n + 7L);
    sent.get(from).add(new FlowPeer.Arrival(from.name, lane, message, n % 3, n + 7L));
    return message;
  }

  void runUntil(BooleanSupplier condition) {
    for (long waitedNs = 0; !condition.getAsBoolean(); waitedNs += MS / 10) {
      assertThat(waitedNs).as("waits in vain").isLessThan(60_000 * MS);
      world.runFor(MS / 10);
    }
  }

  /** Breaks the link with whatever is in flight; it comes back by itself. */
  void cut(long untoldNs) {
    for (SimConnection connection : List.copyOf(world.network().connections())) {
      connection.cut(untoldNs);
    }
  }

  /** What has arrived is the beginning of what was sent, lane by lane and byte by byte. */
  void checkOrder() {
    for (FlowPeer from : List.of(a, b)) {
      for (int lane = 0; lane < Lane.COUNT; lane++) {
        List<FlowPeer.Arrival> expected = inLane(sent.get(from), lane);
        List<FlowPeer.Arrival> actual = inLane(other(from).arrivals, lane);
        assertThat(actual).hasSizeLessThanOrEqualTo(expected.size());
        for (int i = 0; i < actual.size(); i++) {
          assertSame(actual.get(i), expected.get(i));
        }
      }
    }
  }

  private static List<FlowPeer.Arrival> inLane(List<FlowPeer.Arrival> all, int lane) {
    return all.stream().filter(x -> x.lane() == lane).toList();
  }

  private static void assertSame(FlowPeer.Arrival actual, FlowPeer.Arrival expected) {
    Message m = actual.message();
    Message e = expected.message();
    assertThat(m.tag()).isEqualTo(e.tag());
    assertThat(m.to()).isEqualTo(e.to());
    assertThat(m.from()).isEqualTo(e.from());
    assertThat(m.payload()).isEqualTo(e.payload());
    assertThat(actual.peer()).isEqualTo(expected.peer());
    assertThat(actual.kind()).isEqualTo(expected.kind());
    assertThat(actual.epoch()).isEqualTo(expected.epoch());
  }

  void checkAllArrived() {
    checkOrder();
    for (FlowPeer from : List.of(a, b)) {
      FlowPeer to = other(from);
      assertThat(to.arrivals).hasSameSizeAs(sent.get(from));
      assertThat(from.flows.unacknowledged(to.name)).isZero();
      assertThat(from.accepted)
          .as("each counted message is given back once")
          .containsExactlyInAnyOrderElementsOf(
              sent.get(from).stream()
                  .map(FlowPeer.Arrival::message)
                  .filter(m -> m.tag() % 2 == 0)
                  .toList());
    }
  }
}
