package io.phoenix.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.goal.Report;
import io.phoenix.migration.story.Counters;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The claims of paper 001 about remapping, joining and leaving (sections 3.5 and 3.6), one by one,
 * in the simulator. Figures 2 and 3 are in {@code LockCorePaperTest}.
 */
class MigrationPaperTest {
  private static final long SPACE = 64;
  private static final int PUT = 1;
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final SimulatedCluster world = Phoenix.simulated(1, NodeConfig.of("paper", SPACE));
  private final SplittableRandom random = new SplittableRandom(1);
  private final List<Member> members = new ArrayList<>();
  private final List<Operation> operations = new ArrayList<>();

  /** A node that keeps for each virtual node the last number that was sent to it. */
  private final class Member {
    final Node node = world.open(members.stream().map(m -> m.node).toArray(Node[]::new));
    final Counters items = new Counters(members.size() % 2 == 0);
    final Migration migration = Migration.on(node, items);

    Member() {
      node.handle(PUT, this::put);
      members.add(this);
    }

    private void put(Message m) {
      assertThat(node.assumed().contains(m.to())).as("delivered to who assumes it").isTrue();
      long number = ByteBuffer.wrap(m.payload()).getLong();
      assertThat(items.last(m.to(), 0)).as("all that came before").isEqualTo(number - 1);
      items.remember(m.to(), 0, number);
    }
  }

  private Member found() {
    Member first = new Member();
    first.migration.found();
    return first;
  }

  private Report run(Operation operation) {
    assertThat(runUntilDone(List.of(operation))).isTrue();
    return operation.report().join();
  }

  private boolean runUntilDone(List<Operation> all) {
    return world.runUntil(
        () -> {
          checkDisjointIntervals();
          return all.stream().allMatch(operation -> operation.report().isDone());
        },
        LIMIT);
  }

  /** §3.1, §3.5: after every event of the simulation. */
  private void checkDisjointIntervals() {
    long covered = 0;
    long union = 0;
    for (Member member : members) {
      assertThat(member.node.assumed().ranges()).hasSizeLessThanOrEqualTo(1);
      for (VirtualRange range : member.node.assumed().ranges()) {
        covered += range.size();
        union |= (range.size() == SPACE ? -1L : (1L << range.size()) - 1) << range.first();
      }
    }
    assertThat(covered).as("no virtual node twice").isEqualTo(Long.bitCount(union));
  }

  private void everybodyMoves(int times) {
    for (int i = 0; i < times; i++) {
      Member any = members.get(random.nextInt(members.size()));
      if (operations.stream().allMatch(operation -> operation.report().isDone())) {
        operations.clear();
      }
      operations.add(
          any.migration.interval() == null
              ? any.migration.join()
              : random.nextBoolean() ? any.migration.balance() : any.migration.leave());
      world.runFor(Duration.ofMillis(random.nextInt(20)));
      checkDisjointIntervals();
    }
    assertThat(runUntilDone(operations)).isTrue();
  }

  /**
   * §3.5: "each node always assumes a single interval"; §3.1: "No two nodes assume the same virtual
   * node at any instant".
   */
  @Test
  void eachNodeAlwaysAssumesOneIntervalAndNoTwoTheSameVirtualNode() {
    found();
    for (int i = 0; i < 4; i++) {
      assertThat(run(new Member().migration.join()).reached()).isTrue();
    }
    everybodyMoves(100);
    assertThat(members.stream().mapToLong(m -> m.node.assumed().size()).sum()).isEqualTo(SPACE);
  }

  /** §3.5: "a node assuming virtual node k always has all valid items of hash key k". */
  @Test
  void whoeverAssumesAVirtualNodeHasAllThatWasSentToIt() {
    Member first = found();
    Node client = world.open(first.node);
    for (int i = 0; i < 3; i++) {
      assertThat(run(new Member().migration.join()).reached()).isTrue();
    }
    long[] sent = new long[(int) SPACE];
    for (int round = 0; round < 40; round++) {
      for (int i = 0; i < 20; i++) {
        int v = random.nextInt((int) SPACE);
        client.send(v, PUT, ByteBuffer.allocate(Long.BYTES).putLong(++sent[v]).array());
      }
      everybodyMoves(1); // the members check what comes to them
    }
    world.runFor(Duration.ofSeconds(10));
    for (int v = 0; v < SPACE; v++) {
      for (Member member : members) {
        if (member.node.assumed().contains(v)) {
          assertThat(member.items.last(v, 0)).as("items of %d", v).isEqualTo(sent[v]);
        }
      }
    }
  }

  /**
   * §3.5: "Each node should be able to autonomously trigger migration", "in both directions—from
   * another node to it and vice versa".
   */
  @Test
  void aNodeBringsAboutMovesToItselfAndAwayFromItselfWithoutTheOthersDoing() {
    Member first = found();
    Member second = new Member();
    assertThat(run(second.migration.join()).reached()).isTrue();
    assertThat(second.migration.interval()).as("from the first to it").isNotNull();
    assertThat(run(second.migration.leave()).reached()).isTrue();
    assertThat(second.migration.interval()).as("and back").isNull();
    assertThat(first.migration.interval()).isEqualTo(VirtualRange.all(SPACE));
  }

  /** §3.5: "Meantime, messages to S are queued", and delivered "neither to p nor q". */
  @Test
  void messagesToARangeOnItsWayWaitAndComeToItsNewOwnerInOrder() {
    Member first = found();
    Node client = world.open(first.node);
    Member second = new Member();
    world.runFor(Duration.ofSeconds(1));
    Operation joining = second.migration.join();
    long number = 0;
    while (!joining.report().isDone()) {
      client.send(SPACE - 1, PUT, ByteBuffer.allocate(Long.BYTES).putLong(++number).array());
      world.runFor(Duration.ofNanos(50_000));
      checkDisjointIntervals();
    }
    world.runFor(Duration.ofSeconds(10));
    Member owner = first.node.assumed().contains(SPACE - 1) ? first : second;
    Member other = owner == first ? second : first;
    assertThat(owner.items.last(SPACE - 1, 0)).isEqualTo(number).isPositive();
    assertThat(other.items.last(SPACE - 1, 0)).as("left behind").isZero();
  }

  /** §3.5: "We avoid deadlocks by the usual technique that introduces a total order". */
  @Test
  void nodesThatAllMoveTheSameBoundariesAtOnceComeToAnEnd() {
    found();
    for (int i = 0; i < 5; i++) {
      assertThat(run(new Member().migration.join()).reached()).isTrue();
    }
    for (int round = 0; round < 10; round++) {
      List<Operation> all = members.stream().map(m -> m.migration.balance()).toList();
      assertThat(runUntilDone(all)).as("no two wait for each other for ever").isTrue();
    }
  }

  /**
   * §3.5: "nodes randomly migrate their virtual nodes and occasionally leave and join, while the
   * application forwards a message to a random virtual node forever. We confirmed that no
   * application messages are lost."
   */
  @Test
  void messagesThatAreForwardedForeverAreNeitherLostNorDoubledWhileNodesComeAndGo() {
    int forward = 2;
    int[] hops = new int[8];
    found();
    for (int i = 0; i < 5; i++) {
      run(new Member().migration.join());
    }
    for (Member member : members) {
      member.node.handle(
          forward,
          m -> {
            hops[m.payload()[0]]++;
            Runnable next = () -> member.node.send(random.nextLong(SPACE), forward, m.payload());
            // A node that sends to itself takes no time: without a pause, time would stand still.
            var unused = member.node.loop().schedule(Duration.ofMillis(1), next);
          });
    }
    for (byte i = 0; i < hops.length; i++) {
      members.get(0).node.send(i, forward, new byte[] {i});
    }
    everybodyMoves(100);
    int[] before = hops.clone();
    world.runFor(Duration.ofMillis(100));
    double most = 0;
    double least = Double.MAX_VALUE;
    for (int i = 0; i < hops.length; i++) {
      least = Math.min(least, hops[i] - before[i]);
      most = Math.max(most, hops[i] - before[i]);
    }
    assertThat(least).as("hops of each message since all is quiet: none is lost").isPositive();
    assertThat(most).as("none of them goes about twice").isLessThan(1.6 * least);
  }

  /**
   * §3.6: a node that leaves "should first evacuate its virtual nodes"; one that joins "should
   * first obtain some", "by running the migration protocol".
   */
  @Test
  void aFreshNodeObtainsAShareAndOneThatLeavesGivesAllOfItsStateAway() {
    Member first = found();
    for (int v = 0; v < SPACE; v++) {
      first.items.remember(v, 0, v + 1);
    }
    Member second = new Member();
    assertThat(run(second.migration.join()).reached()).isTrue();
    assertThat(second.node.assumed().size()).isEqualTo(SPACE / 2);
    assertThat(run(first.migration.leave()).reached()).isTrue();
    world.leave(first.node);
    world.runFor(Duration.ofSeconds(5));
    assertThat(second.migration.interval()).isEqualTo(VirtualRange.all(SPACE));
    for (int v = 0; v < SPACE; v++) {
      assertThat(second.items.last(v, 0)).isEqualTo(v + 1);
    }
  }
}
