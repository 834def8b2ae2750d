package io.phoenix.routing.link;

import io.phoenix.api.Loop;
import io.phoenix.api.Port;
import io.phoenix.routing.world.Timers;
import io.phoenix.routing.world.Transport;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.LongConsumer;

/**
 * A world driven by hand, under a virtual clock. What happens on one direction of a wire happens in
 * order; which direction goes next is decided by time ({@link #run}) or by the test ({@link
 * #settle}).
 */
final class HandWorld {
  static final long MS = 1_000_000;

  /** A queue of things that happen in their order. */
  static final class Lane {
    final Deque<Item> items = new ArrayDeque<>();
  }

  private record Item(long dueNs, Runnable action) {}

  private static final class Alarm implements Loop.Timer {
    final long dueNs;
    final long number;
    final LongConsumer action;
    boolean cancelled;

    Alarm(long dueNs, long number, LongConsumer action) {
      this.dueNs = dueNs;
      this.number = number;
      this.action = action;
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }

  long nowNs = 1_000_000_000_000L;
  long latencyNs = 1 * MS;
  final List<HandWire> wires = new ArrayList<>(); // two ends of each, the dialler's first
  final List<Long> dialTimesNs = new ArrayList<>();
  final Map<Port, Transport.Acceptor> listeners = new HashMap<>();
  private final List<Lane> lanes = new ArrayList<>();
  private final PriorityQueue<Alarm> alarms =
      new PriorityQueue<>(
          Comparator.<Alarm>comparingLong(a -> a.dueNs).thenComparingLong(a -> a.number));
  private long alarmCount;

  Timers timers() {
    return (delayNs, action) -> {
      var alarm = new Alarm(nowNs + delayNs, alarmCount++, action);
      alarms.add(alarm);
      return alarm;
    };
  }

  /** Ports that only tunnels lead to. */
  final Set<Port> walled = new HashSet<>();

  Lane newLane() {
    var lane = new Lane();
    lanes.add(lane);
    return lane;
  }

  void later(Lane lane, Runnable action) {
    lane.items.add(new Item(nowNs + latencyNs, action));
  }

  /** The network as a node at {@code host} sees it. */
  Transport transport(String host) {
    return new Transport() {
      @Override
      public Port listen(Port local, Acceptor acceptor) {
        listeners.put(local, acceptor);
        return local;
      }

      @Override
      public void dial(Port remote, Dialer dialer) {
        dialTimesNs.add(nowNs);
        connect(host, remote, dialer);
      }

      @Override
      public void close() {}
    };
  }

  private void connect(String host, Port remote, Transport.Dialer dialer) {
    Lane there = newLane();
    later(
        there,
        () -> {
          Port bare = new Port(remote.host(), remote.port());
          boolean isWalled = remote.via().isEmpty() && walled.contains(bare);
          Transport.Acceptor acceptor = isWalled ? null : listeners.get(bare);
          Lane back = newLane();
          if (acceptor == null) {
            later(back, () -> dialer.onFailed("nobody listens at " + remote, nowNs));
            return;
          }
          var dialled = new HandWire(this, remote.toString(), there);
          var accepted = new HandWire(this, host + ":" + (50_000 + wires.size()), back);
          dialled.other = accepted;
          accepted.other = dialled;
          wires.add(dialled);
          wires.add(accepted);
          later(back, () -> dialled.handler = dialer.onConnected(dialled, nowNs));
          accepted.handler = acceptor.onAccepted(accepted, nowNs);
        });
  }

  /** A wire to {@code remote} whose near end is the test itself. */
  RawPeer dialRaw(Port remote) {
    var raw = new RawPeer();
    connect(
        "raw",
        remote,
        new Transport.Dialer() {
          @Override
          public WireHandler onConnected(Wire wire, long nowNs) {
            raw.wire = (HandWire) wire;
            return raw;
          }

          @Override
          public void onFailed(String reason, long nowNs) {
            throw new AssertionError(reason);
          }
        });
    return raw;
  }

  /** Accepts the next wires at {@code local} as the test itself. */
  List<RawPeer> listenRaw(Port local) {
    List<RawPeer> accepted = new ArrayList<>();
    listeners.put(
        local,
        (wire, nowNs) -> {
          var raw = new RawPeer();
          raw.wire = (HandWire) wire;
          accepted.add(raw);
          return raw;
        });
    return accepted;
  }

  /** Lets everything happen that is due within {@code ns}, in the order of time. */
  void run(long ns) {
    long endNs = nowNs + ns;
    while (true) {
      Lane first = null;
      for (Lane lane : lanes) {
        if (!lane.items.isEmpty()
            && (first == null || lane.items.peek().dueNs < first.items.peek().dueNs)) {
          first = lane;
        }
      }
      long laneNs = first == null ? Long.MAX_VALUE : first.items.peek().dueNs;
      long alarmNs = alarms.isEmpty() ? Long.MAX_VALUE : alarms.peek().dueNs;
      if (Math.min(laneNs, alarmNs) > endNs) {
        nowNs = endNs;
        return;
      }
      nowNs = Math.max(nowNs, Math.min(laneNs, alarmNs));
      if (laneNs <= alarmNs) {
        first.items.remove().action.run();
      } else {
        ring(alarms.remove());
      }
    }
  }

  /**
   * Lets all that is on its way arrive, with no regard to time: {@code choose} picks one of n lanes
   * each time. Timers do not run.
   */
  void settle(IntUnaryOperator choose) {
    while (true) {
      List<Lane> busy = lanes.stream().filter(lane -> !lane.items.isEmpty()).toList();
      if (busy.isEmpty()) {
        return;
      }
      busy.get(choose.applyAsInt(busy.size())).items.remove().action.run();
    }
  }

  private void ring(Alarm alarm) {
    if (!alarm.cancelled) {
      alarm.action.accept(nowNs);
    }
  }

  /** Lets time pass without anything happening: this node sleeps. */
  void sleep(long ns) {
    nowNs += ns;
  }

  /** The ends that have not been closed. */
  List<HandWire> openWires() {
    return wires.stream().filter(w -> !w.closed).toList();
  }
}
