package io.phoenix.routing.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Explanation;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.routing.mesh.MeshWorld.Member;
import io.phoenix.routing.sim.Reach;
import java.util.List;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Nodes that were told of one other only, and the others that they get to know. */
class MeshSimTest {
  private static final NodeConfig CONFIG = MeshWorld.CONFIG;

  @Test
  void twoNodesStillTalkWhenTheOneThatBothWereToldOfHasLeft() {
    var world = new MeshWorld(1);
    Member founder = world.open(CONFIG);
    world.open(CONFIG, founder.port());
    world.open(CONFIG, founder.port());
    world.run(5);
    assertThat(world.leave(founder)).isTrue();
    assertThat(world.exchange(world.members)).isNull();
  }

  @Test
  void withoutAMeshTheyAreParted() {
    var world = new MeshWorld(1);
    NodeConfig off = CONFIG.withMeshLinks(0);
    Member founder = world.open(off);
    Member b = world.open(off, founder.port());
    world.open(off, founder.port());
    world.run(5);
    assertThat(world.linksOf(founder)).isEqualTo(2);
    assertThat(world.linksOf(b)).isEqualTo(1);
    assertThat(world.leave(founder)).isTrue();
    assertThat(world.exchange(world.members)).isNotNull();
    assertThat(b.node().explain().mesh()).isEmpty();
  }

  @Test
  void noLeaveInterruptsNodesThatCouldMakeTheirLinks() {
    for (long seed = 1; seed <= 20; seed++) {
      var world = new MeshWorld(seed);
      Member founder = world.open(CONFIG);
      for (int i = 1; i < 10; i++) {
        world.open(CONFIG, founder.port());
      }
      world.run(10);
      world.leave(founder);
      // Long enough to hear of it and to find other ways, too short to dial anybody first.
      world.world.runFor(MeshSettings.LOST_NS / 2);
      for (Member from : world.members) {
        for (Member to : world.members) {
          boolean isWay =
              from.equals(to) || from.node().nextHop(to.node().resourceName().value()) != 0;
          assertThat(isWay).as("seed %d", seed).isTrue();
        }
      }
    }
  }

  @Property(tries = 60)
  void thoseWhoStayCanTalkWhoeverLeavesAndComes(
      @ForAll @IntRange(min = 3, max = 12) int size,
      @ForAll boolean founderFirst,
      @ForAll long seed) {
    var world = new MeshWorld(seed);
    RandomGenerator random = world.world.random("story", 0);
    Member founder = world.open(CONFIG);
    for (int i = 1; i < size; i++) {
      world.open(CONFIG, founder.port());
      world.world.runFor(random.nextLong(MeshWorld.SECOND));
    }
    world.run(2);
    for (boolean isFirst = true; world.members.size() > 2; isFirst = false) {
      int who = isFirst && founderFirst ? 0 : random.nextInt(world.members.size());
      if (random.nextInt(4) == 0) {
        world.open(CONFIG, world.members.get(random.nextInt(world.members.size())).port());
        world.run(2);
      }
      assertThat(world.leave(world.members.get(who))).as("seed %d", seed).isTrue();
      assertThat(world.exchange(world.members)).isNull();
    }
  }

  @Property(tries = 60)
  void wallsPartOnlyThoseWhoCouldNotBeLinked(
      @ForAll @IntRange(min = 3, max = 9) int size,
      @ForAll @IntRange(min = 1, max = 9) int wallsOfTen,
      @ForAll long seed) {
    var world = new MeshWorld(seed);
    RandomGenerator random = world.world.random("story", 0);
    Member founder = world.open(CONFIG, "10.0.0.1");
    for (int i = 1; i < size; i++) {
      // Some in a LAN of their own.
      String address = "10.0." + random.nextInt(2) + "." + (i + 1);
      Member next = world.open(CONFIG, address, founder.port());
      for (Member other : world.members) {
        if (!other.equals(next) && !other.equals(founder) && random.nextInt(10) < wallsOfTen) {
          world.wall(next, other, random.nextBoolean() ? Reach.REFUSED : Reach.DROPPED);
          if (random.nextBoolean()) {
            world.reach(next, other, Reach.OPEN);
          }
        }
      }
    }
    world.run(5);
    assertThat(world.exchange(world.members)).isNull();
    for (Member next = founder; world.members.size() > 2; ) {
      assertThat(world.leave(next)).as("seed %d", seed).isTrue();
      for (List<Member> group : world.groups()) {
        assertThat(world.exchange(group)).isNull();
      }
      next = world.members.get(random.nextInt(world.members.size()));
    }
  }

  @Test
  void aNodeThatVanishesPartsNobodyEither() {
    var world = new MeshWorld(7);
    Member founder = world.open(CONFIG);
    for (int i = 1; i < 6; i++) {
      world.open(CONFIG, founder.port());
    }
    world.run(5);
    world.members.remove(founder);
    world.world.network().crash(founder.host(), false, 0);
    assertThat(world.exchange(world.members)).isNull();
  }

  @Test
  void nobodyHasManyLinksAmongAHundred() {
    var world = new MeshWorld(3);
    Member founder = world.open(CONFIG);
    for (int i = 1; i < 100; i++) {
      world.open(CONFIG, founder.port());
      world.world.runFor(MeshWorld.SECOND / 5);
    }
    world.run(200);
    var settings = new MeshSettings(CONFIG.meshLinks(), CONFIG.meshBridges(), true);
    int most = 2 * settings.links() + settings.slack() + settings.maxInbound() + 1;
    for (Member member : world.members.subList(1, 100)) {
      assertThat(world.linksOf(member)).isLessThanOrEqualTo(most);
    }
    double mean =
        world.members.subList(1, 100).stream().mapToLong(world::linksOf).average().orElseThrow();
    assertThat(mean).isBetween(5.0, 13.0);
    assertThat(world.leave(founder)).isTrue();
    assertThat(world.exchange(world.members)).isNull();
    assertThat(world.members).extracting(world::linksOf).allMatch(links -> links >= 2);
  }

  @Test
  void explainTellsWhichLinksAreForTheMeshAndWhy() {
    var world = new MeshWorld(1);
    Member founder = world.open(CONFIG);
    Member b = world.open(CONFIG, founder.port());
    Member c = world.open(CONFIG, founder.port());
    world.run(5);
    Explanation explained = b.node().explain();
    assertThat(explained.mesh())
        .filteredOn(link -> link.node().equals(c.node().resourceName()))
        .singleElement()
        .satisfies(link -> assertThat(link.isLinked()).isTrue())
        .satisfies(link -> assertThat(link.ports()).containsExactly(c.port()));
    assertThat(explained.toString())
        .contains("mesh: link to " + c.node().resourceName() + " at 10.0.0.3:7000: this node comes")
        .contains(" of this LAN");
  }

  @Test
  void twoLansAreHeldTogetherByTwoLinksWithFourEnds() {
    var world = new MeshWorld(5);
    Member founder = world.open(CONFIG, "10.0.0.1");
    for (int i = 2; i < 10; i++) {
      world.open(CONFIG, "10.0." + i % 2 + "." + i, founder.port());
    }
    world.run(5);
    world.leave(founder);
    world.run(30);
    List<String> across =
        world.world.network().connections().stream()
            .filter(c -> lan(c.from().address()) != lan(c.to().address()))
            .flatMap(c -> List.of(c.from().address(), c.to().address()).stream())
            .toList();
    assertThat(across).doesNotHaveDuplicates().hasSize(4);
  }

  private static char lan(String address) {
    return address.charAt(5);
  }

  @Test
  void otherLansAreNotDialledIfTheSettingSaysSo() {
    var world = new MeshWorld(5);
    NodeConfig inside = CONFIG.withMeshBridges(0);
    Member founder = world.open(inside, "10.0.0.1");
    Member near = world.open(inside, "10.0.0.2", founder.port());
    Member far = world.open(inside, "10.0.1.3", founder.port());
    world.run(5);
    world.leave(founder);
    world.run(60);
    assertThat(near.node().nextHop(far.node().resourceName().value())).isZero();
    assertThat(world.linksOf(near)).isZero();
  }

  @Test
  void aNodeThatDoesNotRelayIsNeitherDialledNorDials() {
    var world = new MeshWorld(2);
    Member founder = world.open(CONFIG);
    Member b = world.open(CONFIG, founder.port());
    Member brief = world.open(CONFIG.withRelays(false), founder.port());
    world.run(10);
    assertThat(world.linksOf(brief)).isEqualTo(1);
    assertThat(brief.node().explain().mesh()).isEmpty();
    assertThat(b.node().explain().mesh())
        .noneMatch(link -> link.node().equals(brief.node().resourceName()));
  }

  @Test
  void aTunnelIsUsedWhereTheConfigurationHasOne() {
    var world = new MeshWorld(4);
    world.world.network().addHost("gateway");
    Member founder = world.open(CONFIG, "10.0.1.1");
    Member far = world.open(CONFIG, "10.0.1.2", founder.port());
    Port way = Port.parse("10.0.1.1:7000 via ssh://gateway");
    Member here = world.open(CONFIG, "10.0.0.3", way);
    world.wall(here, far, Reach.REFUSED);
    world.run(5);
    world.leave(founder);
    assertThat(world.exchange(List.of(here, far))).isNull();
  }

  @Test
  void atRestNothingIsDialled() {
    var world = new MeshWorld(6);
    Member founder = world.open(CONFIG);
    Member walled = world.open(CONFIG, founder.port());
    Member other = world.open(CONFIG, founder.port());
    world.wall(walled, other, Reach.REFUSED);
    world.run(3600);
    long before = attempts(walled);
    assertThat(before).isBetween(1L, 12L);
    world.run(3600);
    assertThat(attempts(walled) - before).isLessThanOrEqualTo(2);
  }

  private static long attempts(Member member) {
    return member.node().explain().mesh().stream().mapToLong(link -> link.attempts()).sum();
  }
}
