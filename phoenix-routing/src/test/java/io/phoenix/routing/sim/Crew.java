package io.phoenix.routing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.LeaveReport;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.OwnershipListener;
import io.phoenix.api.Port;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.routing.node.LeaveMode;
import io.phoenix.routing.runtime.Leaving;
import io.phoenix.routing.runtime.OverlayNode;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Participants that send numbered messages to virtual nodes, leave for good or with a log, and
 * return; and what became of the messages. Everybody is linked to everybody.
 */
final class Crew {
  static final int TAG = 1;

  final SimWorld world;
  final RandomGenerator chance;
  final List<Member> members = new ArrayList<>();
  final List<String> conflicts = new ArrayList<>();
  private final NodeConfig config;
  private final Map<String, Integer> sent = new TreeMap<>();
  private final Map<String, List<Integer>> arrived = new TreeMap<>();
  private final List<LeaveReport> reports = new ArrayList<>();
  private boolean isQuiet;

  Crew(long seed, NodeConfig config) {
    this.config = config;
    world = new SimWorld(seed);
    chance = world.random("crew", 0);
  }

  /** A participant: the same one before it leaves and after it has returned. */
  final class Member {
    final int index;
    SimHost host;
    OverlayNode node;
    boolean isOpen;
    boolean isGone;
    byte @Nullable [] log;
    @Nullable LeaveReport report;

    /** How long its messages are. */
    int bytes = 8;

    private int visits;

    private Member(int index) {
      this.index = index;
      host = world.network().addHost("member" + index);
      node = open(host, null);
    }

    private OverlayNode open(SimHost at, byte @Nullable [] baggage) {
      List<Port> others =
          members.stream().filter(m -> m.isOpen).map(m -> m.node.localPort()).toList();
      OverlayNode opened =
          OverlayNode.open(
              config.withListen(new Port(at.address(), 7000)).withPorts(others),
              at.loop(),
              at.transport(),
              at.loop().random(),
              baggage);
      opened.handle(
          TAG,
          m -> {
            ByteBuffer b = ByteBuffer.wrap(m.payload());
            arrived
                .computeIfAbsent(stream(b.getInt(), m.to()), s -> new ArrayList<>())
                .add(b.getInt());
          });
      opened.addOwnershipListener(
          new OwnershipListener() {
            @Override
            public void onOwner(VirtualRange range, @Nullable ResourceName owner, long epoch) {}

            @Override
            public void onConflict(VirtualRange lost, ResourceName winner) {
              conflicts.add("member " + index + " lost " + lost);
            }
          });
      isOpen = true;
      return opened;
    }

    void send(long to) {
      int number = sent.merge(stream(index, to), 1, Integer::sum);
      node.send(to, TAG, ByteBuffer.allocate(bytes).putInt(index).putInt(number).array());
    }

    /** Sends every {@code every} to each of the virtual nodes, for as long as it is there. */
    void keepSending(Duration every, long... targets) {
      var unused =
          world.after(
              chance.nextLong(2 * every.toNanos()),
              () -> {
                if (isOpen && !isQuiet) {
                  for (long to : targets) {
                    send(to);
                  }
                  keepSending(every, targets);
                }
              });
    }

    void beginLeave(boolean withLog) {
      isOpen = false;
      var unused =
          node.beginLeave(withLog)
              .thenAccept(
                  left -> {
                    report = left.report();
                    reports.add(left.report());
                    log = withLog ? left.log() : null;
                    isGone = true;
                  });
    }

    /**
     * Leaves with a log, and is killed when that has been written: before it tells anybody if
     * {@code afterNs} is negative, else so much later, be it in the midst of telling.
     */
    void leaveAndBeKilled(long afterNs) {
      leaveAndBeKilled(afterNs, () -> {});
    }

    /** As the other; {@code whenWritten} runs when the log has been written. */
    void leaveAndBeKilled(long afterNs, Runnable whenWritten) {
      isOpen = false;
      Leaving leaving = node.beginLeave(LeaveMode.WITH_LOG, () -> new byte[0]);
      var unused =
          leaving
              .log()
              .thenAccept(
                  bytes -> {
                    log = bytes;
                    if (afterNs >= 0) {
                      leaving.onWritten();
                    }
                    world.after(0, whenWritten);
                    world.after(Math.max(0, afterNs), this::kill);
                  });
    }

    /**
     * Leaves for good; what nobody takes is in the log, which is {@code null} if that is nothing.
     */
    void leaveForGoodWithRest() {
      isOpen = false;
      Leaving leaving = node.beginLeave(LeaveMode.REST_TO_LOG, () -> new byte[0]);
      var written =
          leaving
              .log()
              .thenAccept(
                  bytes -> {
                    log = bytes;
                    if (bytes != null) {
                      leaving.onWritten();
                    }
                  });
      var gone =
          leaving
              .left()
              .thenAccept(
                  left -> {
                    report = left.report();
                    reports.add(left.report());
                    isGone = true;
                  });
      assertThat(written.isCompletedExceptionally() || gone.isCompletedExceptionally()).isFalse();
    }

    private void kill() {
      world.network().crash(host, true, 0);
      isGone = true;
    }

    LeaveReport report() {
      return Objects.requireNonNull(report, "has not left");
    }

    /** Opens a node with the log, on another host. */
    void comeBack() {
      host = world.network().addHost("member" + index + "-" + ++visits);
      isGone = false;
      node = open(host, log);
      log = null;
    }
  }

  Member join() {
    Member member = new Member(members.size());
    members.add(member);
    return member;
  }

  /** Ends what {@link Member#keepSending} began. */
  void stopSending() {
    isQuiet = true;
  }

  private static String stream(int from, long to) {
    return "from member " + from + " to " + to;
  }

  void run(Duration duration) {
    world.runFor(duration.toNanos());
  }

  boolean await(BooleanSupplier condition, Duration limit) {
    return world.runUntil(condition, world.nowNs() + limit.toNanos());
  }

  /** What nobody who is there assumes. */
  VirtualRangeSet vacant() {
    VirtualRangeSet rest = VirtualRangeSet.of(VirtualRange.all(config.spaceSize()));
    for (Member member : members) {
      if (member.isOpen) {
        for (VirtualRange range : member.node.assumed().ranges()) {
          rest = rest.minus(range);
        }
      }
    }
    return rest;
  }

  long missing() {
    long got = arrived.values().stream().mapToLong(List::size).sum();
    return sent.values().stream().mapToInt(i -> i).sum() - got;
  }

  long reportedLost() {
    return reports.stream().mapToLong(LeaveReport::lost).sum();
  }

  /**
   * What is wrong with what has arrived, or {@code null}; what was reported as lost may be missing.
   */
  @Nullable String complaint() {
    for (var stream : arrived.entrySet()) {
      List<Integer> numbers = stream.getValue();
      for (int i = 1; i < numbers.size(); i++) {
        if (numbers.get(i) <= numbers.get(i - 1)) {
          return stream.getKey() + ": " + numbers.get(i) + " after " + numbers.get(i - 1);
        }
      }
    }
    if (missing() != reportedLost()) {
      String gaps =
          sent.entrySet().stream()
              .map(
                  s ->
                      s.getKey()
                          + " "
                          + IntStream.rangeClosed(1, s.getValue())
                              .filter(i -> !arrived.getOrDefault(s.getKey(), List.of()).contains(i))
                              .boxed()
                              .toList())
              .filter(s -> !s.endsWith("[]"))
              .collect(Collectors.joining("; "));
      return missing() + " missing, reports: " + reports + ": " + gaps;
    }
    return null;
  }

  /** As {@link #demandAllArrived}, but some may have overtaken others. */
  void demandAllArrivedInAnyOrder(Duration limit) {
    boolean unused = await(() -> missing() == reportedLost(), limit);
    arrived.values().forEach(numbers -> numbers.sort(null));
    assertThat(complaint()).as("seed " + world.seed()).isNull();
  }

  /** Waits until all has arrived that was not reported as lost; it must, once and in order. */
  void demandAllArrived(Duration limit) {
    boolean unused = await(() -> missing() == reportedLost(), limit);
    assertThat(complaint()).as("seed " + world.seed()).isNull();
  }
}
