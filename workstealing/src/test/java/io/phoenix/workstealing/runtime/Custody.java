package io.phoenix.workstealing.runtime;

import io.phoenix.api.Message;
import io.phoenix.api.MessageHandler;
import io.phoenix.api.Node;
import io.phoenix.workstealing.steal.Holdings;
import io.phoenix.workstealing.steal.Holdings.Held;
import io.phoenix.workstealing.steal.Holdings.Lent;
import io.phoenix.workstealing.steal.Site;
import io.phoenix.workstealing.steal.StealCodec;
import io.phoenix.workstealing.steal.StealId;
import io.phoenix.workstealing.steal.StealMessage;
import io.phoenix.workstealing.steal.StealMessage.Abort;
import io.phoenix.workstealing.steal.StealMessage.Answer;
import io.phoenix.workstealing.steal.StealMessage.GivenTask;
import io.phoenix.workstealing.steal.StealMessage.Result;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Who has which piece of work, over all nodes and all messages under way. The invariant: what was
 * stolen is in exactly one place, a message that is under way or a node; or its virtual node is on
 * its way from one node to another. And somebody waits for it, unless it has been aborted.
 *
 * <p>A request that is not answered for long is sent again, and then work may be given twice: done
 * twice, but it counts once. Such work is counted here, and must be somewhere.
 */
final class Custody {
  private record Seen(Node node, StealingNode stealing) {}

  private static final String RESULT = ", as a result";

  private final List<Seen> all = new ArrayList<>();
  private final List<byte[]> underWay = new ArrayList<>();
  private final Set<StealId> given = new HashSet<>();
  private final Set<StealId> givenTwice = new HashSet<>();
  private final boolean aborts;
  private BiConsumer<Node, StealMessage> listener = (sender, message) -> {};
  private boolean over;

  /**
   * A custody of nothing.
   *
   * @param aborts whether work may be dropped because it is not wanted any more
   */
  Custody(boolean aborts) {
    this.aborts = aborts;
  }

  /** Whether the job's result has arrived. */
  boolean isOver() {
    return over;
  }

  /** Has what nodes send about work told, too. */
  void tell(BiConsumer<Node, StealMessage> to) {
    listener = to;
  }

  int givenTwice() {
    return givenTwice.size();
  }

  /** The node, but what it sends and gets about work is noted. */
  Node watched(Node node) {
    return (Node)
        Proxy.newProxyInstance(
            Node.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (proxy, method, arguments) -> call(node, method, arguments));
  }

  private Object call(Node node, Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("handle") && arguments[0].equals(Tags.WORK)) {
      var handler = (MessageHandler) arguments[1];
      arguments[1] = (MessageHandler) message -> onArrival(message, handler);
    }
    try {
      Object result = method.invoke(node, arguments);
      if (method.getName().equals("send")) {
        onSent(node, (int) arguments[1], (byte[]) arguments[2]);
      }
      return result;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private void onSent(Node sender, int tag, byte[] payload) {
    if (tag == Tags.WORK) {
      onWorkSent(payload);
    }
    if (tag == Tags.WORK || tag == Tags.REQUEST) {
      listener.accept(sender, StealCodec.decode(payload));
    }
  }

  private void onWorkSent(byte[] payload) {
    underWay.add(payload);
    if (StealCodec.decode(payload) instanceof Answer answer) {
      for (GivenTask task : answer.given()) {
        if (!given.add(task.id())) {
          givenTwice.add(task.id());
        }
      }
    }
  }

  private void onArrival(Message message, MessageHandler handler) {
    for (int i = 0; i < underWay.size(); i++) {
      if (Arrays.equals(underWay.get(i), message.payload())) {
        underWay.remove(i);
        StealMessage arrived = StealCodec.decode(message.payload());
        over |= arrived instanceof Result result && result.id().isRoot();
        handler.onMessage(message);
        return;
      }
    }
    throw new AssertionError("a message arrived that nobody had sent, or twice: " + message);
  }

  /** A node takes part from now on. */
  void add(Node node, StealingNode stealing) {
    all.add(new Seen(node, stealing));
  }

  /** A node is gone. */
  void remove(Node node) {
    all.removeIf(seen -> seen.node == node);
  }

  /** Checks the invariant, as long as the job is not over; throws if it does not hold. */
  void check() {
    if (over) {
      return;
    }
    Map<StealId, List<String>> places = new LinkedHashMap<>();
    Map<StealId, Long> victims = new HashMap<>();
    Map<StealId, Long> lent = new LinkedHashMap<>();
    for (Seen seen : all) {
      LocalJob job = seen.stealing.jobs().current();
      if (job != null) {
        note(seen, job.site(), places, victims, lent);
      }
      seen.stealing.jobs().early().forEach(m -> note(m, "early", places, victims));
    }
    underWay.forEach(m -> note(StealCodec.decode(m), "under way", places, victims));
    lent.forEach((id, thief) -> checkLent(id, thief, places.getOrDefault(id, List.of())));
    Set<StealId> aborted = aborted();
    places.forEach((id, where) -> checkWanted(id, where, victims, lent, aborted));
  }

  /** What nodes are being told to drop. */
  private Set<StealId> aborted() {
    Set<StealId> ids = new HashSet<>();
    Stream.concat(
            underWay.stream().map(StealCodec::decode),
            all.stream().flatMap(seen -> seen.stealing.jobs().early().stream()))
        .forEach(
            message -> {
              if (message instanceof Abort abort) {
                ids.add(abort.id());
              }
            });
    return ids;
  }

  private static void note(
      Seen seen,
      Site site,
      Map<StealId, List<String>> places,
      Map<StealId, Long> victims,
      Map<StealId, Long> lent) {
    for (Held held : Holdings.held(site)) {
      String place = "at " + held.address() + " of " + seen.node.resourceName();
      places.computeIfAbsent(held.id(), id -> new ArrayList<>()).add(place);
      victims.put(held.id(), held.victim());
      if (!seen.node.assumed().contains(held.address())) {
        throw new AssertionError(held + " is on a node that does not assume its address");
      }
    }
    for (Lent each : Holdings.lent(site)) {
      if (lent.put(each.id(), each.thief()) != null) {
        throw new AssertionError(each + " is waited for twice");
      }
    }
  }

  private static void note(
      StealMessage message,
      String place,
      Map<StealId, List<String>> places,
      Map<StealId, Long> victims) {
    if (message instanceof Answer answer) {
      for (GivenTask task : answer.given()) {
        places.computeIfAbsent(task.id(), id -> new ArrayList<>()).add(place + ", as work");
        victims.put(task.id(), task.victim());
      }
    } else if (message instanceof Result result) {
      places.computeIfAbsent(result.id(), id -> new ArrayList<>()).add(place + RESULT);
      victims.put(result.id(), result.to());
    }
  }

  private void checkLent(StealId id, long thief, List<String> where) {
    if (where.size() > 1 && !givenTwice.contains(id)) {
      throw new AssertionError(id + " is in several places: " + where);
    }
    if (where.isEmpty() && !isMoving(thief)) {
      throw new AssertionError(id + " is waited for, but is nowhere; it was given to " + thief);
    }
  }

  /** What is not waited for has been aborted: it is being told so, or was done before it was. */
  private void checkWanted(
      StealId id,
      List<String> where,
      Map<StealId, Long> victims,
      Map<StealId, Long> lent,
      Set<StealId> aborted) {
    boolean wanted = id.isRoot() || lent.containsKey(id) || isMoving(victims.get(id));
    boolean dropped =
        aborts
            && (aborted.contains(id) || where.stream().allMatch(place -> place.endsWith(RESULT)));
    if (!wanted && !dropped && !givenTwice.contains(id)) {
      throw new AssertionError(id + " is not waited for, but is " + where);
    }
    if (id.isRoot() && where.size() > 1) {
      throw new AssertionError("the root is in several places: " + where);
    }
  }

  /** Whether nobody assumes a virtual node at the moment. */
  private boolean isMoving(long v) {
    return all.stream().noneMatch(seen -> seen.node.assumed().contains(v));
  }
}
