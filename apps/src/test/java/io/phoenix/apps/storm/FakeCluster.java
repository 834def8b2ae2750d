package io.phoenix.apps.storm;

import io.phoenix.api.LeaveReport;
import io.phoenix.api.Loop;
import io.phoenix.api.Message;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRangeSet;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;

/**
 * An overlay that is right by construction, because all of it is one object under a virtual clock,
 * and into which wrongs can be planted: the storm must find each of them.
 */
final class FakeCluster extends LinkedWorld {
  /** Told of each message when it is due; hands to the second argument what shall be delivered. */
  interface Plant {
    void onDue(Message message, BiConsumer<Message, Duration> deliver);
  }

  private record Event(long atNs, long order, Runnable task) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          (a, b) ->
              a.atNs != b.atNs ? Long.compare(a.atNs, b.atNs) : Long.compare(a.order, b.order));
  private final SplittableRandom random = new SplittableRandom(7);
  private final List<FakeNode> nodes = new ArrayList<>();
  private final Map<Long, Deque<Message>> waiting = new HashMap<>();
  private final Map<String, Long> lastArrivalNs = new HashMap<>();
  private final StormSettings settings;
  private final Plant plant;
  private long nowNs;
  private long order;
  int cuts;

  FakeCluster(StormSettings settings, Plant plant) {
    super(settings, Topology.MESH);
    this.settings = settings;
    this.plant = plant;
    startAll();
  }

  @Override
  CompletableFuture<StormMember> start(int index, List<Integer> neighbours) {
    var node = new FakeNode(this, new ResourceName(-1 - index));
    nodes.add(node);
    var powers = new StormNode.Powers(() -> cuts++, () -> leave(node));
    return CompletableFuture.completedFuture(new StormNode(node, index, settings, powers));
  }

  @Override
  CompletableFuture<Void> link(int from, int to) {
    return CompletableFuture.completedFuture(null);
  }

  private CompletableFuture<LeaveReport> leave(FakeNode node) {
    nodes.remove(node);
    nodes.forEach(other -> at(nowNs, () -> other.onGone(node.resourceName())));
    return CompletableFuture.completedFuture(
        new LeaveReport(0, 0, 0, VirtualRangeSet.empty(), true));
  }

  /** Nothing is planted: every message is delivered when it is due. */
  static void honest(Message message, BiConsumer<Message, Duration> deliver) {
    deliver.accept(message, Duration.ZERO);
  }

  /** Messages of one sender to one target keep their order; others overtake each other. */
  void send(Message message) {
    String stream = message.from() + " " + message.to() + " " + (message.tag() < 0);
    long last = lastArrivalNs.getOrDefault(stream, 0L);
    long atNs = Math.max(last + 1, nowNs + 1 + random.nextInt(5_000_000));
    lastArrivalNs.put(stream, atNs);
    at(
        atNs,
        () -> plant.onDue(message, (m, delay) -> at(nowNs + delay.toNanos(), () -> arrive(m))));
  }

  private void arrive(Message message) {
    for (FakeNode node : nodes) {
      if (node.accepts(message.to())) {
        node.deliver(message);
        return;
      }
    }
    waiting.computeIfAbsent(message.to(), v -> new ArrayDeque<>()).add(message);
  }

  void onAssumed(long v) {
    Deque<Message> messages = waiting.remove(v);
    if (messages != null) {
      messages.forEach(this::arrive);
    }
  }

  Loop loop() {
    return new Loop() {
      @Override
      public void execute(Runnable task) {
        at(nowNs, task);
      }

      @Override
      public Timer schedule(Duration delay, Runnable task) {
        boolean[] cancelled = {false};
        at(
            nowNs + delay.toNanos(),
            () -> {
              if (!cancelled[0]) {
                task.run();
              }
            });
        return () -> cancelled[0] = true;
      }

      @Override
      public long nowNs() {
        return nowNs;
      }

      @Override
      public boolean inLoop() {
        return true;
      }

      @Override
      public RandomGenerator random() {
        return random;
      }
    };
  }

  private void at(long atNs, Runnable task) {
    events.add(new Event(atNs, order++, task));
  }

  @Override
  public long nowNs() {
    return nowNs;
  }

  @Override
  public void pass(Duration time) {
    long endNs = nowNs + time.toNanos();
    while (!events.isEmpty() && events.element().atNs <= endNs) {
      runNext();
    }
    nowNs = endNs;
  }

  private void runNext() {
    Event event = events.remove();
    nowNs = Math.max(nowNs, event.atNs);
    event.task.run();
  }

  @Override
  public <T> T await(CompletableFuture<T> answer) {
    while (!answer.isDone() && !events.isEmpty()) {
      runNext();
    }
    return answer.join();
  }

  @Override
  public void close() {}
}
