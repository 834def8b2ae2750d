package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRange;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What {@code Phoenix.simulated} promises to those who program against the API. */
class SimClusterTest {
  private static final NodeConfig CONFIG = NodeConfig.of("demo", 1024);
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int ASK = 1;
  private static final int ANSWER = 2;

  private final SimulatedCluster world = Phoenix.simulated(42, CONFIG);
  private final List<Integer> received = new ArrayList<>();

  private void collect(Node node) {
    node.handle(ANSWER, m -> received.add(ByteBuffer.wrap(m.payload()).getInt()));
  }

  private static byte[] number(int i) {
    return ByteBuffer.allocate(4).putInt(i).array();
  }

  private static List<Integer> upTo(int end) {
    return IntStream.range(0, end).boxed().toList();
  }

  @Test
  void handlersOfLinkedNodesReachEachOther() {
    Node a = world.open();
    Node b = world.open(a);
    a.assume(VirtualRange.all(1024));
    a.handle(ASK, m -> a.send(m.sender(), ANSWER, m.payload()));
    collect(b);
    b.send(700, ASK, number(5));
    assertThat(received).isEmpty();
    assertThat(world.runUntil(() -> !received.isEmpty(), LIMIT)).isTrue();
    assertThat(received).containsExactly(5);
    assertThat(world.nodes()).containsExactly(a, b);
  }

  @Test
  void cutsPausesAndIsolationLoseNothing() {
    Node a = world.open();
    Node b = world.open(a);
    Node c = world.open(b);
    c.assume(VirtualRange.all(1024));
    collect(c);
    for (int i = 0; i < 1000; i++) {
      int n = i;
      a.loop().schedule(Duration.ofMillis(10L * i), () -> a.send(3, ANSWER, number(n)));
    }
    world.runFor(Duration.ofSeconds(1));
    world.cut(a, b);
    world.runFor(Duration.ofSeconds(1));
    world.pause(b, Duration.ofSeconds(3));
    world.runFor(Duration.ofSeconds(1));
    world.isolate(List.of(a), Duration.ofSeconds(20));
    world.runFor(Duration.ofSeconds(10));
    int before = received.size();
    assertThat(before).isPositive().isLessThan(1000);
    world.heal();
    assertThat(world.runUntil(() -> received.size() == 1000, LIMIT)).isTrue();
    world.runFor(Duration.ofSeconds(30));
    assertThat(received).isEqualTo(upTo(1000));
  }

  @Test
  void theSameSeedGivesTheSameBytesAtTheSameTime() {
    List<Object> once = story(7);
    assertThat(story(7)).isEqualTo(once);
    assertThat(story(8)).isNotEqualTo(once);
  }

  private List<Object> story(long seed) {
    received.clear();
    SimulatedCluster other = Phoenix.simulated(seed, CONFIG);
    other.latency(Duration.ofMillis(1), Duration.ofMillis(30));
    Node a = other.open();
    Node b = other.open(a);
    Node c = other.open(a, b);
    c.assume(VirtualRange.all(1024));
    collect(c);
    for (int i = 0; i < 100; i++) {
      int n = i;
      long ms = b.loop().random().nextLong(5000);
      b.loop().schedule(Duration.ofMillis(ms), () -> b.send(n, ANSWER, number(n)));
    }
    other.runFor(Duration.ofSeconds(1));
    other.cut(b, c);
    other.isolate(List.of(c), Duration.ofSeconds(2));
    other.crash(a);
    assertThat(other.runUntil(() -> received.size() == 100, LIMIT)).isTrue();
    return List.of(other.now(), other.sentBytes(), List.copyOf(received), b.resourceName());
  }

  @Test
  void packetsTakeTheTimeThatIsAskedFor() {
    Node a = world.open();
    Node b = world.open(a);
    collect(b);
    world.runFor(Duration.ofSeconds(1));
    assertThat(tripOf(a, b)).isLessThan(Duration.ofMillis(1));
    world.latency(Duration.ofMillis(50), Duration.ofMillis(50));
    assertThat(tripOf(a, b)).isBetween(Duration.ofMillis(50), Duration.ofMillis(51));
    world.latency(Duration.ofMillis(100), Duration.ofMillis(200));
    Duration drawn = tripOf(a, b);
    assertThat(drawn).isBetween(Duration.ofMillis(100), Duration.ofMillis(201));
    assertThat(tripOf(a, b)).isCloseTo(drawn, Duration.ofMillis(1));
    assertThatThrownBy(() -> world.latency(Duration.ZERO, Duration.ofMillis(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("least=PT0S must be above zero and not above most=PT0.001S");
  }

  @Test
  void packetsTakeTheTimeThatIsAskedForBetweenThePlacesOfTwoNodes() {
    Node a = world.open();
    Node b = world.open(a);
    Node c = world.open(a, b);
    collect(b);
    collect(c);
    world.runFor(Duration.ofSeconds(1));
    world.latency((i, j) -> Duration.ofMillis(10L * (1 + i) * (1 + j)));
    assertThat(tripOf(a, b)).isBetween(Duration.ofMillis(20), Duration.ofMillis(21));
    assertThat(tripOf(a, c)).isBetween(Duration.ofMillis(30), Duration.ofMillis(31));
    assertThat(tripOf(b, c)).isBetween(Duration.ofMillis(60), Duration.ofMillis(61));
  }

  private Duration tripOf(Node from, Node to) {
    received.clear();
    Duration sent = world.now();
    from.send(to.resourceName(), ANSWER, number(1));
    assertThat(world.runUntil(() -> !received.isEmpty(), LIMIT)).isTrue();
    return world.now().minus(sent);
  }

  @Test
  void aLinkThatIsCutIsMadeAnew() {
    Node a = world.open();
    Node b = world.open(a);
    assertThat(world.runUntil(() -> reaches(a, b), LIMIT)).isTrue();
    world.cut(b, a);
    assertThat(world.runUntil(() -> !reaches(a, b), Duration.ofMillis(10))).isTrue();
    assertThat(world.runUntil(() -> reaches(a, b), LIMIT)).isTrue();
  }

  private static boolean reaches(Node from, Node to) {
    return from.explain().route(to.resourceName()).filter(r -> r.nextHop() != null).isPresent();
  }

  @Test
  void aConditionThatNeverHoldsEndsAtTheLimit() {
    Node a = world.open();
    world.open(a);
    world.runFor(Duration.ofMillis(1500));
    assertThat(world.runUntil(() -> false, Duration.ofMillis(250))).isFalse();
    assertThat(world.now()).isEqualTo(Duration.ofMillis(1750));
  }

  @Test
  void theConditionIsLookedAtAfterEveryEvent() {
    Node a = world.open();
    var fired = new ArrayList<Duration>();
    for (int ms = 1; ms <= 3; ms++) {
      a.loop().schedule(Duration.ofMillis(ms), () -> fired.add(world.now()));
    }
    assertThat(world.runUntil(() -> fired.size() == 2, LIMIT)).isTrue();
    assertThat(world.now()).isEqualTo(Duration.ofMillis(2));
    assertThat(fired).hasSize(2);
  }

  @Test
  void anExceptionOfATimerEndsTheRun() {
    Node a = world.open();
    a.loop()
        .schedule(
            Duration.ofMillis(1),
            () -> {
              throw new IllegalStateException("wrong");
            });
    assertThatThrownBy(() -> world.runFor(LIMIT))
        .isInstanceOf(SimFailure.class)
        .hasMessageContaining("wrong")
        .hasMessageContaining("seed 42");
  }

  @Test
  void whatWouldWaitForEverThrows() {
    Node a = world.open();
    Node paused = world.open(a);
    Node crashed = world.open(a);
    assertThatThrownBy(a::recv).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(a::leave)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("leave through the cluster");
    world.pause(paused, Duration.ofSeconds(1));
    assertThatThrownBy(paused::explain)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("host 10.0.0.1 cannot do this at once");
    world.crash(crashed);
    assertThatThrownBy(crashed::explain)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("there is no node on host 10.0.0.2 any more");
    assertThat(a.explain().routes()).isEmpty();
  }

  @Test
  void aNodeThatLeavesIsNotOpenAnyMoreAndItsPortMayStillBeAskedFor() {
    Node a = world.open();
    Node b = world.open(a);
    b.assume(VirtualRange.all(1024));
    world.runFor(Duration.ofSeconds(1));
    world.pause(b, Duration.ofSeconds(2));
    world.leave(b); // when the pause is over
    assertThat(world.nodes()).containsExactly(a);
    assertThatThrownBy(() -> world.leave(b))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("node " + b.resourceName() + " is not open any more");
    assertThat(world.runUntil(() -> a.explain().owner(1).orElseThrow().node() == null, LIMIT))
        .isTrue();
    Node c = world.open(b, a);
    c.assume(VirtualRange.all(1024));
    collect(c);
    a.send(1, ANSWER, number(1));
    assertThat(world.runUntil(() -> received.contains(1), LIMIT)).isTrue();
  }

  @Test
  void isolationHoldsForNodesThatAreOpenedMeanwhileAndEndsByItself() {
    Node a = world.open();
    world.isolate(List.of(a), Duration.ofSeconds(30));
    Node b = world.open(a);
    collect(a);
    b.send(a.resourceName(), ANSWER, number(1));
    world.runFor(Duration.ofSeconds(29));
    assertThat(received).isEmpty();
    assertThat(world.runUntil(() -> received.size() == 1, LIMIT)).isTrue();
  }

  @Test
  void aNodeOfAnotherWorldIsRefused() {
    Node stranger = Phoenix.simulated(1, CONFIG).open();
    assertThatThrownBy(() -> world.crash(stranger))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("node " + stranger.resourceName() + " was not opened in this world");
  }
}
