package io.phoenix.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.MessageHandler;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.goal.GoalSettings;
import io.phoenix.migration.story.Counters;
import io.phoenix.migration.transfer.TransferSettings;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Two simulated nodes, one of which is giving a range to the other, and a third that links them,
 * whatever becomes of one of them. Counts the messages of the protocol that arrive.
 */
final class TwoNodes {
  private static final long SPACE = 64;
  private static final long SENDER = -77;
  private static final Duration FORGET_AFTER = Duration.ofSeconds(5);

  /** Longer than anybody is waited for: nodes, attempts and leaves. */
  private static final Duration LONG = Duration.ofSeconds(20);

  /** A few pieces of state, so that there are several messages. */
  private static final List<Long> WRITTEN = List.of(0L, 5L, 20L, 33L, 50L, 63L);

  /** Not much patience; a piece for each virtual node, two of them under way. */
  private static final MigrationSettings SETTINGS =
      MigrationSettings.defaults()
          .withGoals(
              new GoalSettings(
                  4, 0.1, 500_000_000L, 3_000_000_000L, 2_000_000L, 500_000_000L, 5_000_000_000L))
          .withTransfer(new TransferSettings(24, 48, 24, 4, 1_000_000_000L));

  /** One of the two. */
  static final class Member {
    final Node node;
    final Migration migration;
    private final Counters state;
    private final List<Step> steps = new ArrayList<>();
    private @Nullable VirtualRange before;
    private boolean lost;

    Member(TwoNodes both, Node node, boolean live) {
      this.node = node;
      state = new Counters(live);
      migration = Migration.on(both.counting(node), state, SETTINGS, steps::add);
    }

    boolean owns(VirtualRange range) {
      VirtualRange interval = migration.interval();
      return interval != null && interval.contains(range);
    }

    boolean hasStateOf(VirtualRange range) {
      return WRITTEN.stream().filter(range::contains).allMatch(v -> state.last(v, SENDER) == v + 1);
    }

    private boolean hasNothingOf(VirtualRange range) {
      return WRITTEN.stream().filter(range::contains).allMatch(v -> state.last(v, SENDER) == 0);
    }

    private boolean did(String action) {
      return steps.stream().anyMatch(step -> step.action().equals(action));
    }

    /** What this node has offered last. */
    private @Nullable VirtualRange given() {
      VirtualRange given = null;
      for (Step step : steps) {
        given = step.action().equals("StartTransfer") ? step.range() : given;
      }
      return given;
    }
  }

  private final SimulatedCluster world;
  private final Member a;
  private final Member b;
  private Member source;
  private Member sink;
  private Operation operation;
  private int arrived;

  TwoNodes(long seed, boolean live) {
    world =
        Phoenix.simulated(seed, NodeConfig.of("two nodes", SPACE).withForgetAfter(FORGET_AFTER));
    Node third = world.open();
    a = new Member(this, world.open(third), live);
    b = new Member(this, world.open(third, a.node), live);
    a.migration.found();
    WRITTEN.forEach(v -> a.state.remember(v, SENDER, v + 1));
    source = a;
    sink = b;
    operation = new Operation(() -> {});
  }

  /** Counts what arrives at a node for its migration. */
  private Node counting(Node node) {
    return (Node)
        Proxy.newProxyInstance(
            Node.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (proxy, method, args) -> {
              if (method.getName().equals("handle")) {
                MessageHandler handler = (MessageHandler) args[1];
                args[1] =
                    (MessageHandler)
                        message -> {
                          arrived++;
                          handler.onMessage(message);
                        };
              }
              try {
                return method.invoke(node, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  Member source() {
    return source;
  }

  Member sink() {
    return sink;
  }

  /** Whether the name of the one comes before that of the other. */
  boolean isSourceFirst() {
    return source.node.resourceName().compareTo(sink.node.resourceName()) < 0;
  }

  /** Begins a join of b, or, after that, a leave of a. */
  TwoNodes begin(boolean join) {
    operation = b.migration.join();
    if (!join) {
      assertThat(run(operation.report()::isDone, LONG)).isTrue();
      assertThat(run(() -> a.migration.isAtRest() && b.migration.isAtRest(), LONG)).isTrue();
      operation = a.migration.leave();
    }
    a.steps.clear();
    b.steps.clear();
    a.before = a.migration.interval();
    b.before = b.migration.interval();
    arrived = 0;
    return this;
  }

  /** Runs until so many messages have arrived; returns whether there were as many. */
  boolean runUntilMessage(int count) {
    return run(() -> arrived >= count, Duration.ofSeconds(3));
  }

  private boolean run(BooleanSupplier condition, Duration limit) {
    return world.runUntil(
        () -> {
          VirtualRange ofA = a.migration.interval();
          VirtualRange ofB = b.migration.interval();
          boolean both = !a.lost && !b.lost && ofA != null && ofB != null && ofA.overlaps(ofB);
          assertThat(both).as("two owners: %s and %s", ofA, ofB).isFalse();
          return condition.getAsBoolean();
        },
        limit);
  }

  void waitUntilGivenUp() {
    run(() -> false, LONG);
  }

  void crash(Member member) {
    member.lost = true;
    world.crash(member.node);
  }

  void leave(Member member) {
    member.lost = true;
    world.leave(member.node);
  }

  void cutOff(Member member) {
    world.isolate(List.of(member.node), LONG.multipliedBy(3));
  }

  void heal() {
    world.heal();
  }

  /** A person knows that the sink is dead. */
  void assertSourceCanReclaimWhatIsInDoubt(String context) {
    CompletableFuture<List<VirtualRange>> back = source.migration.reclaim(VirtualRange.all(SPACE));
    assertThat(run(back::isDone, LONG)).as(context).isTrue();
    for (VirtualRange range : back.join()) {
      assertThat(source.owns(range) && source.hasStateOf(range)).as(context).isTrue();
    }
    assertThat(source.migration.isInDoubt()).as(context).isFalse();
  }

  /** Owned here as before, owned there, or not known; and in any case no lock is left. */
  void assertSourceSaysWhereTheRangeIs(String context) {
    waitUntilGivenUp();
    assertThat(source.migration.isAtRest()).as(context + ": free").isTrue();
    VirtualRange range = source.given();
    boolean arrivedThere = source.did("OnAssumed") || source.did("OnOwnerSeen");
    boolean cameBack = source.did("OnDeclined") || source.did("Abort");
    if (range == null || !source.did("SendHandover") || cameBack) {
      assertThat(source.migration.interval()).as(context + ": kept").isEqualTo(source.before);
      assertThat(source.hasStateOf(Objects.requireNonNull(source.before))).as(context).isTrue();
      assertThat(source.migration.isInDoubt()).as(context).isFalse();
    } else {
      assertThat(source.owns(range)).as(context + ": not here").isFalse();
      assertThat(source.migration.isInDoubt()).as(context).isEqualTo(!arrivedThere);
      assertThat(arrivedThere ? source.hasNothingOf(range) : source.hasStateOf(range))
          .as(context + ": state is kept as long as it may be needed")
          .isTrue();
    }
  }

  /** Owned here with all state, or not at all; and in any case no lock is left. */
  void assertSinkSaysWhereTheRangeIs(String context) {
    waitUntilGivenUp();
    assertThat(sink.migration.isAtRest()).as(context + ": free").isTrue();
    assertThat(sink.migration.isInDoubt()).as(context).isFalse();
    boolean assumed = sink.steps.stream().anyMatch(TwoNodes::isAssume);
    if (assumed) {
      VirtualRange interval = Objects.requireNonNull(sink.migration.interval(), context);
      assertThat(sink.hasStateOf(interval)).as(context + ": with all state").isTrue();
    } else {
      assertThat(sink.migration.interval()).as(context + ": not here").isEqualTo(sink.before);
    }
  }

  private static boolean isAssume(Step step) {
    VirtualRange interval = step.interval();
    return step.action().equals("OnHandover") && interval != null;
  }

  /** Both are there again. */
  void assertOneOwnerWithAllState(String context) {
    assertThat(
            run(
                () ->
                    operation.report().isDone()
                        && List.of(a, b).stream()
                            .allMatch(m -> m.migration.isAtRest() && !m.migration.isInDoubt()),
                LONG.multipliedBy(4)))
        .as(context + ": comes to rest")
        .isTrue();
    for (long v = 0; v < SPACE; v++) {
      VirtualRange one = VirtualRange.single(v);
      assertThat(a.owns(one)).as("%s: owner of %d", context, v).isNotEqualTo(b.owns(one));
      Member owner = a.owns(one) ? a : b;
      assertThat(owner.hasStateOf(one)).as("%s: state of %d", context, v).isTrue();
    }
  }
}
