package io.phoenix.routing.mesh;

import io.phoenix.api.Explanation;
import io.phoenix.api.Loop;
import io.phoenix.api.Port;
import io.phoenix.api.ResourceName;
import io.phoenix.routing.collect.LongMap;
import io.phoenix.routing.world.Timers;
import io.phoenix.routing.world.Whereabouts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Which links this node makes by itself, to nodes that it has heard of, so that those who stay are
 * not parted when a node goes. See the package's description.
 *
 * <p>What happens is noted, and looked at all together a moment later, in {@link #look}; then
 * nothing runs until something happens again or a pause after a failure is over.
 */
public final class Mesh {
  /** Of four nodes that are lost and dialled, one may be such that there never was a way to it. */
  private static final int STRANGERS_TURN = 4;

  private static final int MAX_EXPLAINED = 32;
  private static final String LOST = "there was no way to it";

  private final MeshSettings settings;
  private final long self;
  private final Timers timers;
  private final RandomGenerator random;
  private final MeshEffects out;
  private final LongMap<Candidate> candidates = new LongMap<>();
  private final Set<Candidate> lost = new LinkedHashSet<>(); // those without a way to them
  private final Set<Candidate> ours = new LinkedHashSet<>(); // linked, dialled here
  private final Set<Long> inbound = new HashSet<>();
  private final Map<Candidate, String> kept = new LinkedHashMap<>();
  private final DialBudget budget = new DialBudget();
  private @Nullable Ways ways; // null: not started, or no part of the mesh
  private @Nullable Rings rings;
  private Loop.@Nullable Timer timer;
  private long wakeNs = Long.MAX_VALUE;
  private int dialling;
  private long lostDials;
  private boolean isLeaving;

  /** A mesh that does nothing before {@link #start}. */
  public Mesh(
      MeshSettings settings, long self, Timers timers, RandomGenerator random, MeshEffects out) {
    this.settings = settings;
    this.self = self;
    this.timers = timers;
    this.random = random;
    this.out = out;
  }

  /**
   * Begins.
   *
   * @param here where this node is, and can be dialled
   * @param configured the ports that it was given
   * @param bridgePorts at which ports other LANs may be dialled; none: at any
   * @return what it tells others about where it is
   */
  public Whereabouts start(
      Whereabouts here, List<Port> configured, List<Port> bridgePorts, long nowNs) {
    if (!settings.isMember() || settings.links() == 0 || here.ports().isEmpty()) {
      return Whereabouts.UNKNOWN;
    }
    ways = new Ways(here, configured, bridgePorts, settings.bridges() > 0);
    rings = new Rings(new Candidate(self, here, List.of(), nowNs), settings);
    return here;
  }

  /** This node is about to leave: from now on only lost nodes are dialled. */
  public void onLeaving() {
    isLeaving = true;
  }

  /** This node stays, after all. */
  public void onStaying(long nowNs) {
    isLeaving = false;
    lookSoon(nowNs);
  }

  // ── what happens ────────────────────────────────────────────────────────────────────────────

  /** A node has told where it is, or has left. */
  public void onWhereabouts(long node, Whereabouts where, boolean hasLeft, long nowNs) {
    if (ways == null || rings == null || node == self) {
      return;
    }
    Candidate known = candidates.get(node);
    if (known != null && !hasLeft && known.where.equals(where)) {
      return;
    }
    if (known != null) {
      forget(known);
    }
    if (!hasLeft && !where.ports().isEmpty()) {
      var c = new Candidate(node, where, ways.to(where), nowNs);
      candidates.put(node, c);
      if (out.hasWay(node)) {
        c.isProven = true;
        rings.add(c);
      } else {
        lose(c, MeshSettings.MIN_PAUSE_NS, nowNs);
      }
    }
    lookSoon(nowNs);
  }

  /**
   * A node that vanished is remembered nowhere else any more. It may live on the other side of a
   * network that is broken for long, so a few such are still dialled.
   */
  public void onForgotten(long node) {
    Candidate c = candidates.get(node);
    if (c != null && (!c.isProven || lost.size() > MeshSettings.MAX_FORGOTTEN)) {
      forget(c);
    }
  }

  private void forget(Candidate c) {
    candidates.remove(c.node);
    lost.remove(c);
    ours.remove(c);
    kept.remove(c);
    endDial(c);
    if (rings != null) {
      rings.remove(c);
    }
  }

  /** There is a way to a node now, or there is none any more. */
  public void onWay(long node, boolean isThere, long nowNs) {
    Candidate c = candidates.get(node);
    if (c == null || rings == null) {
      return;
    }
    if (isThere) {
      c.isProven = true;
      lost.remove(c);
      rings.add(c);
    } else {
      rings.remove(c); // others take its place
      c.isNeeded |= nowNs - c.droppedNs < MeshSettings.REGRET_NS && c.droppedNs != Long.MIN_VALUE;
      lose(c, MeshSettings.LOST_NS, nowNs);
    }
    lookSoon(nowNs);
  }

  private void lose(Candidate c, long graceNs, long nowNs) {
    if (!c.ways.isEmpty() && lost.add(c)) {
      c.failures = 0;
      c.dueNs = nowNs + jitter(graceNs);
    }
  }

  /** A link is up. */
  public void onLinkUp(long node, boolean isSpare, boolean isDialledHere, long nowNs) {
    if (isSpare && !isDialledHere) {
      inbound.add(node);
    }
    Candidate c = candidates.get(node);
    if (c != null) {
      c.isOurs = isSpare && isDialledHere;
      if (c.isOurs) {
        ours.add(c);
        endDial(c);
      }
      c.failures = 0;
      lookSoon(nowNs);
    }
  }

  /** A link is down. */
  public void onLinkDown(long node, long nowNs) {
    inbound.remove(node);
    Candidate c = candidates.get(node);
    if (c != null) {
      ours.remove(c);
      c.isOurs = false;
      c.sinceNs = nowNs;
      c.unusedNs = Long.MAX_VALUE;
      c.dueNs = Math.max(c.dueNs, nowNs + jitter(MeshSettings.LOST_NS));
      lookSoon(nowNs);
    }
  }

  /** An attempt has not led to a link. */
  public void onDialEnded(long node, String reason, long nowNs) {
    Candidate c = candidates.get(node);
    if (c != null && c.isDialling) {
      endDial(c);
      if (!out.isLinked(node)) {
        c.lastFailure = reason;
        c.postpone(lost.contains(c), random.nextDouble(), nowNs);
      }
      lookSoon(nowNs);
    }
  }

  private void endDial(Candidate c) {
    if (c.isDialling) {
      c.isDialling = false;
      dialling--;
    }
  }

  /** Another node wants a link for the mesh's sake; returns whether it is welcome. */
  public boolean welcomes(long node) {
    return inbound.size() < settings.maxInbound() || !out.hasWay(node);
  }

  // ── what is done about it ───────────────────────────────────────────────────────────────────

  private long jitter(long leastNs) {
    return leastNs + random.nextLong(leastNs);
  }

  private void lookSoon(long nowNs) {
    lookAt(nowNs + jitter(MeshSettings.SETTLE_NS), nowNs);
  }

  private void lookAt(long atNs, long nowNs) {
    if (ways == null || atNs >= wakeNs) {
      return;
    }
    if (timer != null) {
      timer.cancel();
    }
    wakeNs = atNs;
    timer = timers.set(Math.max(0, atNs - nowNs), this::look);
  }

  private void look(long nowNs) {
    timer = null;
    wakeNs = Long.MAX_VALUE;
    dialLost(nowNs);
    if (isLeaving || rings == null) {
      return;
    }
    kept.clear();
    for (int i = 0; i < settings.links(); i++) {
      String ring = " it on ring " + (i + 1) + " of this LAN";
      seeTo(rings.inside(i, true), "this node comes before" + ring, 0, nowNs);
      seeTo(rings.inside(i, false), "this node comes after" + ring, MeshSettings.POLITE_NS, nowNs);
    }
    for (int i = 0; i < settings.bridges(); i++) {
      if (rings.isBorder(i)) {
        String ring = " its LAN on ring " + (i + 1) + " of LANs";
        seeTo(rings.around(i, true), "this LAN comes before" + ring, 0, nowNs);
        seeTo(rings.around(i, false), "this LAN comes after" + ring, MeshSettings.POLITE_NS, nowNs);
      }
    }
    dropUnused(nowNs);
  }

  /** Dials nodes that there is no way to, in random order, again and again. */
  private void dialLost(long nowNs) {
    if (dialling >= MeshSettings.MAX_DIALLING) {
      return; // the end of one of them is followed by another look
    }
    List<Candidate> proven = new ArrayList<>();
    List<Candidate> strangers = new ArrayList<>();
    long nextNs = Long.MAX_VALUE;
    for (Candidate c : lost) {
      if (c.isDialling || out.isLinked(c.node)) {
        continue;
      }
      if (c.dueNs > nowNs) {
        nextNs = Math.min(nextNs, c.dueNs);
      } else {
        (c.isProven ? proven : strangers).add(c);
      }
    }
    if (nextNs != Long.MAX_VALUE) {
      // Of many that were lost together, each has its own time: they are looked at in groups.
      lookAt(Math.max(nextNs, nowNs + MeshSettings.SETTLE_NS), nowNs);
    }
    while (!proven.isEmpty() || !strangers.isEmpty()) {
      boolean isStrangersTurn = lostDials % STRANGERS_TURN == STRANGERS_TURN - 1;
      boolean isStranger = proven.isEmpty() || (isStrangersTurn && !strangers.isEmpty());
      List<Candidate> from = isStranger ? strangers : proven;
      Candidate c = from.remove(random.nextInt(from.size()));
      if (!dial(c, LOST, nowNs)) {
        return;
      }
      lostDials++;
    }
  }

  /** Sees to it that there is a link to the first of these that can be linked to. */
  private void seeTo(Iterable<Candidate> order, String why, long politeNs, long nowNs) {
    for (Candidate c : order) {
      if (out.isLinked(c.node) || c.isDialling) {
        kept.putIfAbsent(c, why);
        return;
      }
      if (c.ways.isEmpty()) {
        continue;
      }
      long dueNs = Math.max(c.dueNs, c.sinceNs + politeNs);
      if (dueNs <= nowNs) {
        kept.putIfAbsent(c, why);
        dial(c, why, nowNs);
        return;
      }
      lookAt(dueNs, nowNs);
      if (c.failures == 0) {
        kept.putIfAbsent(c, why);
        return; // it will be dialled soon, from here or from there
      }
      if (kept.size() < MAX_EXPLAINED) {
        kept.putIfAbsent(c, why); // passed over, which people may want to know
      }
    }
  }

  private boolean dial(Candidate c, String why, long nowNs) {
    if (dialling >= MeshSettings.MAX_DIALLING) {
      return false; // the end of one of them is followed by another look
    }
    if (!budget.take(c.ways.size(), nowNs)) {
      lookAt(nowNs + MeshSettings.REFILL_NS, nowNs);
      return false;
    }
    dialling++;
    c.isDialling = true;
    c.attempts++;
    c.why = why;
    out.dial(c.node, c.ways);
    return true;
  }

  /** Closes one of the links made here if too many are of no use any more. */
  private void dropUnused(long nowNs) {
    List<Candidate> unused = new ArrayList<>();
    for (Candidate c : ours) {
      if (kept.containsKey(c) || c.isNeeded) {
        c.unusedNs = Long.MAX_VALUE;
      } else {
        c.unusedNs = Math.min(c.unusedNs, nowNs);
        unused.add(c);
      }
    }
    if (unused.size() <= settings.slack()) {
      return;
    }
    unused.sort(Comparator.comparingLong(c -> c.unusedNs));
    Candidate oldest = unused.get(0);
    if (nowNs - oldest.unusedNs < MeshSettings.UNUSED_NS) {
      lookAt(oldest.unusedNs + MeshSettings.UNUSED_NS, nowNs);
      return;
    }
    oldest.droppedNs = nowNs;
    lookSoon(nowNs);
    out.drop(oldest.node, "the mesh holds together without this link", nowNs);
  }

  // ── what people are told ────────────────────────────────────────────────────────────────────

  /** Which links there are for the mesh's sake, or should be, and why. */
  public List<Explanation.MeshState> explain() {
    Map<Candidate, String> all = new LinkedHashMap<>(kept);
    ours.forEach(c -> all.putIfAbsent(c, c.isNeeded ? LOST : "formerly: " + c.why));
    lost.stream().limit(MAX_EXPLAINED).forEach(c -> all.put(c, "there is no way to it at present"));
    List<Explanation.MeshState> states = new ArrayList<>();
    all.forEach(
        (c, why) ->
            states.add(
                new Explanation.MeshState(
                    new ResourceName(c.node),
                    why,
                    c.where.ports(),
                    out.isLinked(c.node),
                    out.dialledAs(c.node),
                    c.attempts,
                    c.lastFailure)));
    return states;
  }
}
