package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.OwnershipConflictException;
import io.phoenix.api.Port;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.runtime.OverlayNode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Members are let in by their certificates, and are believed about themselves; but whatever one of
 * them says, by a fault in it or in between, costs at most the link to it: nothing is thrown,
 * others are served, and what it says of others is not believed.
 */
class HostileMemberSimTest {
  private static final int SAYINGS = 3_000;
  private static final long MS = 1_000_000;
  private static final long SECOND = 1000 * MS;
  private static final NodeConfig CONFIG = NodeConfig.of("hostile", 100);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void anythingMayBeSaid(long seed) {
    SimWorld world = new SimWorld(seed);
    Port port = new Port("10.0.0.1", 7000);
    Node victim = open(world, CONFIG.withListen(port));
    victim.assume(VirtualRange.of(0, 50));
    var random = world.random("hostile", seed);
    SimHost lair = world.network().addHost("10.0.0.2");
    int said = 0;
    for (int dials = 0; said < SAYINGS; dials++) {
      var liar = new HostileMember(lair, CONFIG, victim.resourceName().value(), -2 - dials, random);
      liar.dial(port);
      world.runFor(SECOND);
      assertThat(liar.up).as("dial %d", dials).isTrue();
      while (liar.say() && liar.said < SAYINGS / 10) {
        world.runFor(random.nextLong(2 * MS));
      }
      said += liar.said;
      liar.hangUp();
    }

    Node other =
        open(world, CONFIG.withListen(new Port("10.0.0.3", 7000)).withPorts(List.of(port)));
    world.runFor(5 * SECOND);
    assertThat(other.explain().route(victim.resourceName())).isPresent();
    victim.send(victim.resourceName(), 1, new byte[0]);
    world.runFor(SECOND);
    assertThat(poll(victim)).isNotNull();
  }

  /** A liar may have claimed what the victim assumes: then that is said first. */
  private static @Nullable Message poll(Node victim) {
    try {
      return victim.poll(1);
    } catch (OwnershipConflictException e) {
      return poll(victim);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void nobodySpeaksForAnother(long seed) {
    SimWorld world = new SimWorld(seed);
    Port port = new Port("10.0.0.1", 7000);
    Node victim = open(world, CONFIG.withListen(port));
    Node other =
        open(world, CONFIG.withListen(new Port("10.0.0.3", 7000)).withPorts(List.of(port)));
    other.assume(VirtualRange.of(0, 50));
    world.runFor(SECOND);
    var random = world.random("forger", seed);
    SimHost lair = world.network().addHost("10.0.0.2");
    for (int i = 0; i < 100; i++) {
      var liar = new HostileMember(lair, CONFIG, victim.resourceName().value(), -2 - i, random);
      liar.impersonate(other.resourceName().value());
      liar.dial(port);
      world.runFor(SECOND);
      assertThat(liar.forge()).as("forgery %d", i).isTrue();
      world.runFor(SECOND);
      assertThat(liar.up).as("link after forgery %d", i).isFalse();
      assertThat(victim.explain().owner(7).orElseThrow().node()).isEqualTo(other.resourceName());
      victim.send(7, 1, new byte[0]);
      world.runFor(SECOND);
      assertThat(other.poll(1)).as("message after forgery %d", i).isNotNull();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void nobodyClosesTheFlowOfAnother(long seed) {
    SimWorld world = new SimWorld(seed);
    Port port = new Port("10.0.0.1", 7000);
    Node victim = open(world, CONFIG.withListen(port));
    Node other =
        open(world, CONFIG.withListen(new Port("10.0.0.3", 7000)).withPorts(List.of(port)));
    other.assume(VirtualRange.of(0, 50));
    SimHost lair = world.network().addHost("10.0.0.2");
    var liar =
        new HostileMember(
            lair, CONFIG, victim.resourceName().value(), -2, world.random("liar", seed));
    liar.impersonate(other.resourceName().value());
    liar.dial(port);
    world.runFor(SECOND);
    assertThat(liar.forgeClose()).isTrue();
    world.runFor(SECOND);
    victim.send(7, 1, new byte[0]);
    world.runFor(20 * SECOND);
    assertThat(other.poll(1)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void nobodySettlesTheFlowOfAnother(long seed) {
    SimWorld world = new SimWorld(seed);
    Port port = new Port("10.0.0.1", 7000);
    Node victim = open(world, CONFIG.withListen(port));
    victim.assume(VirtualRange.of(0, 50));
    Node other =
        open(world, CONFIG.withListen(new Port("10.0.0.3", 7000)).withPorts(List.of(port)));
    SimHost lair = world.network().addHost("10.0.0.2");
    var liar =
        new HostileMember(
            lair, CONFIG, victim.resourceName().value(), -2, world.random("liar", seed));
    liar.impersonate(other.resourceName().value());
    world.runFor(SECOND);
    other.send(7, 1, new byte[0]);
    world.runFor(SECOND);
    assertThat(victim.poll(1)).isNotNull();
    liar.dial(port);
    world.runFor(SECOND);
    assertThat(liar.askAboutAnother()).isTrue();
    world.runFor(SECOND);
    other.send(7, 1, new byte[0]);
    world.runFor(20 * SECOND);
    assertThat(victim.poll(1)).isNotNull();
  }

  /** Else a message that a crashed node may have taken would go out again, to the next owner. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void nobodySaysWhatAnotherHasAccepted(long seed) {
    NodeConfig config = CONFIG.withForgetAfter(Duration.ofHours(1));
    Crew crew = new Crew(seed, config);
    Crew.Member sender = crew.join();
    Crew.Member owner = crew.join();
    Crew.Member heir = crew.join();
    crew.run(Duration.ofSeconds(1));
    owner.node.assume(VirtualRange.of(0, 50));
    crew.run(Duration.ofSeconds(1));
    crew.world.network().crash(owner.host, false, 0);
    sender.send(7); // goes out, and nobody will say whether it arrived
    crew.run(Duration.ofMillis(100));
    long former = sender.node.resourceName().value();
    sender.beginLeave(true);
    assertThat(crew.await(() -> sender.isGone, Duration.ofSeconds(100))).isTrue();
    sender.comeBack();
    var liar =
        new HostileMember(
            crew.world.network().addHost("lair"),
            config,
            sender.node.resourceName().value(),
            -2,
            crew.world.random("liar", seed));
    liar.impersonate(owner.node.resourceName().value());
    liar.dial(sender.node.localPort());
    crew.run(Duration.ofSeconds(1));
    assertThat(liar.replyForAnother(former)).isTrue();
    heir.node.assume(VirtualRange.of(0, 50));
    crew.run(Duration.ofSeconds(20));
    assertThat(crew.missing()).isOne();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void helloWithTheNameOfAnotherIsRefused(long seed) {
    SimWorld world = new SimWorld(seed);
    Port port = new Port("10.0.0.1", 7000);
    Node victim = open(world, CONFIG.withListen(port));
    Node other =
        open(world, CONFIG.withListen(new Port("10.0.0.3", 7000)).withPorts(List.of(port)));
    SimHost lair = world.network().addHost("10.0.0.2");
    var liar =
        new HostileMember(
            lair,
            CONFIG,
            victim.resourceName().value(),
            new SimNotary.Key(other.resourceName().value(), world.network().hosts().get(1)),
            world.random("liar", seed));
    world.runFor(SECOND);
    world.network().crash(world.network().hosts().get(1), false, 0);
    world.runFor(60 * SECOND); // there is no link that the liar's could be one too many to
    liar.dial(port);
    world.runFor(SECOND);
    assertThat(liar.wasUp).isFalse();
  }

  private static Node open(SimWorld world, NodeConfig config) {
    SimHost host = world.network().addHost(config.listen().host());
    return OverlayNode.open(config, host.loop(), host.transport(), host.loop().random(), null);
  }
}
