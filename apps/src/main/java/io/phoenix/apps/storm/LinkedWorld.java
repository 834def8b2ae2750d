package io.phoenix.apps.storm;

import io.phoenix.api.ResourceName;
import io.phoenix.apps.storm.Topology.Edge;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** What the worlds have in common: who is there, and who links to whom. */
abstract class LinkedWorld implements StormWorld {
  private final StormSettings settings;
  private final LinkPlan plan;
  private final List<Edge> firstEdges;
  private final List<StormMember> members = new ArrayList<>();
  private int started;

  LinkedWorld(StormSettings settings, Topology topology) {
    this.settings = settings;
    plan = new LinkPlan(topology, settings.nodes(), new SplittableRandom(settings.seed() + 17));
    firstEdges = topology.edges(settings.nodes(), settings.seed());
    firstEdges.forEach(plan::add);
  }

  /** Starts a node that links to others which were started before. */
  abstract CompletableFuture<StormMember> start(int index, List<Integer> neighbours);

  /** Makes two nodes link to each other; completed when the first knows that it shall. */
  abstract CompletableFuture<Void> link(int from, int to);

  /** Starts the nodes that begin, all at once, then links them. */
  final void startAll() {
    var starting = new ArrayList<CompletableFuture<StormMember>>();
    while (started < settings.nodes()) {
      starting.add(start(started++, List.of()));
    }
    starting.forEach(member -> members.add(await(member)));
    await(linkAll(firstEdges));
  }

  private CompletableFuture<Void> linkAll(List<Edge> edges) {
    return CompletableFuture.allOf(
        edges.stream()
            .map(edge -> link(edge.from(), edge.to()))
            .toArray(CompletableFuture<?>[]::new));
  }

  @Override
  public final List<StormMember> members() {
    return List.copyOf(members);
  }

  @Override
  public final CompletableFuture<StormMember> join() {
    int index = started++;
    List<ResourceName> everybody = members.stream().map(StormMember::name).toList();
    return start(index, plan.join(index))
        .thenCompose(
            newcomer ->
                newcomer
                    .begin(everybody) // what it is given sends messages at once
                    .thenCompose(begun -> newcomer.join())
                    .thenApply(joined -> newcomer));
  }

  @Override
  public final void admit(StormMember newcomer) {
    plan.settle(newcomer.index());
    members.add(newcomer);
  }

  @Override
  public final boolean mayLeave(StormMember member) {
    return plan.mayLeave(member.index());
  }

  @Override
  public final CompletableFuture<StormReport> leave(StormMember member) {
    members.remove(member);
    return linkAll(plan.leave(member.index())).thenCompose(linked -> member.leave());
  }

  @Override
  public final void forget(int index) {
    plan.forget(index);
  }
}
