package io.phoenix.routing.sim.scenario;

import io.phoenix.api.MessageHandler;
import io.phoenix.routing.collect.LongMap;
import io.phoenix.routing.sim.SimFailure;
import io.phoenix.routing.sim.SimWorld;
import io.phoenix.routing.sim.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What all parts of a run share. */
final class Stage {
  final SimWorld world;
  final Plan plan;
  final Topology topology;
  final Ledger ledger;
  final OwnershipBook book;
  final List<Actor> actors = new ArrayList<>();

  /** Which letters nodes still hold that have gone for good, or might. */
  final Custody custody = new Custody(this::author);

  private final LongMap<Actor> byName = new LongMap<>();
  private final LongMap<Integer> authors = new LongMap<>();
  private final Set<Integer> crashed = new HashSet<>();

  /** By author that left for good, how many messages it said were lost. */
  private final Map<Integer, Long> reportedLost = new LinkedHashMap<>();

  private final List<Long> names = new ArrayList<>();

  /** Whether the time of faults and messages is over. */
  boolean healing;

  private @Nullable SimFailure failure;

  Stage(SimWorld world, Plan plan, Topology topology) {
    this.world = world;
    this.plan = plan;
    this.topology = topology;
    ledger = new Ledger(plan.scenario().mayLose(), plan.scenario().forgetsTheLiving());
    if (plan.scenario().mayLose()) {
      world.network().tap(custody);
    }
    book = new OwnershipBook(plan.nodes());
  }

  Chance chance(String purpose) {
    return new Chance(world.random(purpose, 0));
  }

  Trace trace() {
    return world.trace();
  }

  /** A node has got a name. */
  void name(long name, Actor actor) {
    byName.put(name, actor);
    authors.put(name, actor.author());
    names.add(name);
  }

  /** Whose name it is or was. */
  @Nullable Actor actor(long name) {
    return byName.get(name);
  }

  /** The author that has or had a name; -1 for a name that nobody ever had. */
  int author(long name) {
    Integer author = authors.get(name);
    return author == null ? -1 : author;
  }

  void onCrashed(int author) {
    crashed.add(author);
  }

  boolean hasCrashed(int author) {
    return crashed.contains(author);
  }

  /** An author has left for good and said how many messages were lost. */
  void onLeftForGood(int author, long lost) {
    reportedLost.put(author, lost);
  }

  /** Whether no node of this author will ever be there again. */
  boolean isGone(int author) {
    return crashed.contains(author) || reportedLost.containsKey(author);
  }

  /** Whether a node is gone for good, and messages may be with it. */
  boolean isAnyGone() {
    return !crashed.isEmpty() || !reportedLost.isEmpty();
  }

  /** By author that left for good, how many messages it said were lost. */
  Map<Integer, Long> reportedLost() {
    return Collections.unmodifiableMap(reportedLost);
  }

  /** All names that nodes have or had, oldest first. */
  List<Long> names() {
    return names;
  }

  /** The actors that can act now. */
  List<Actor> present() {
    return actors.stream().filter(Actor::isPresent).toList();
  }

  /** Ends the run if there is something wrong. */
  void demand(@Nullable String wrong) {
    if (wrong != null) {
      throw world.failure(wrong, null);
    }
  }

  /** A handler whose exceptions end the run: the node itself would only log them. */
  MessageHandler guard(MessageHandler handler) {
    return message -> {
      try {
        handler.onMessage(message);
      } catch (RuntimeException | Error e) {
        if (failure == null) {
          failure = e instanceof SimFailure f ? f : world.failure("a handler threw " + e, e);
        }
        throw e;
      }
    };
  }

  /** Throws what a handler threw. */
  void rethrow() {
    if (failure != null) {
      throw failure;
    }
  }
}
