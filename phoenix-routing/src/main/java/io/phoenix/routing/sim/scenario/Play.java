package io.phoenix.routing.sim.scenario;

import io.phoenix.routing.sim.SimFailure;
import io.phoenix.routing.sim.SimWorld;
import io.phoenix.routing.sim.scenario.Letter.Way;

/**
 * A run from beginning to end: messages and faults for a while, with the promises checked at every
 * step; then everything is healed and has to come to rest.
 */
final class Play {
  private static final long SECOND = 1_000_000_000;

  /** How long after healing everything must be delivered: far longer than any back-off. */
  private static final long PATIENCE_NS = 300 * SECOND;

  private static final long LOOK_NS = SECOND / 4;

  private final SimWorld world;
  private final Stage stage;
  private final Workload workload;
  private final Moves moves;
  private final Faults faults;
  private final RestCheck restCheck;

  Play(SimRun run) {
    world = new SimWorld(run.seed());
    world.trace().replayedBy(run.command());
    if (run.reader() != null) {
      world.trace().showTo(run.reader());
      if (run.withFrames()) {
        world.network().tap(new FrameTap((way, frame) -> world.trace().note("%s: %s", way, frame)));
      }
    }
    Plan plan = Plan.draw(run.scenario(), run.nodes(), new Chance(world.random("plan", 0)));
    boolean sparse = run.scenario() == Scenario.ROUTES;
    Topology topology =
        new Topology(plan.nodes(), sparse, plan.deadNs(), new Chance(world.random("topology", 0)));
    world.trace().note("%s", plan);
    world.trace().note("links asked for: %s", topology.edges());
    stage = new Stage(world, plan, topology);
    workload = new Workload(stage);
    moves = new Moves(stage, workload);
    faults = new Faults(stage, moves);
    restCheck = new RestCheck(stage, moves);
    world.observe(loop -> stage.rethrow());
    world.observe(new LoopCheck(stage)::afterRun);
  }

  /** What the run threw by itself, with the story that led to it. */
  SimFailure failure(Throwable thrown) {
    return world.failure("the run threw " + thrown, thrown);
  }

  Outcome run() {
    begin();
    world.runUntil(stage.plan.activeNs());
    stage.trace().note("everything is healed");
    stage.healing = true;
    faults.heal();
    long healedAtNs = world.nowNs();
    awaitRest("has not come to rest");
    long restedAtNs = world.nowNs();
    writeOffTheLost();
    sendToEverybody();
    awaitRest("does not work after healing");
    stage.demand(stage.ledger.missing().isEmpty() ? null : "lost: " + stage.ledger.missing());
    stage.demand(new QuietCheck(stage).unrest());
    return new Outcome(
        stage.plan.scenario(),
        world.seed(),
        stage.plan.nodes(),
        world.nowNs(),
        restedAtNs - healedAtNs,
        world.steps(),
        stage.ledger.sent(),
        stage.ledger.delivered(),
        moves.moves(),
        faults.faults(),
        world.trace().hash());
  }

  private void begin() {
    for (int i = 0; i < stage.plan.nodes(); i++) {
      Actor actor = new Actor(i, stage);
      actor.onOpen(workload::begin);
      actor.onOpen(moves::begin);
      stage.actors.add(actor);
    }
    stage.actors.forEach(Actor::open);
    moves.deal();
    moves.scheduleNext();
    faults.scheduleNext();
  }

  private void awaitRest(String complaint) {
    // Where nodes crash, some ways are free only when everybody has given the dead up.
    long forgetNs = stage.plan.scenario().mayLose() ? stage.plan.forgetNs() : 0;
    long patienceNs = PATIENCE_NS + 4 * forgetNs;
    long deadlineNs = world.nowNs() + patienceNs;
    for (String missing = restCheck.missing(); missing != null; missing = restCheck.missing()) {
      if (world.nowNs() >= deadlineNs) {
        throw world.failure(
            "%s after %d s: %s".formatted(complaint, patienceNs / SECOND, missing), null);
      }
      world.runFor(LOOK_NS);
    }
  }

  /** Where nodes crashed, what has not arrived by now is lost; elsewhere nothing is missing. */
  private void writeOffTheLost() {
    while (stage.present().stream().mapToInt(workload::drain).sum() > 0) {
      world.runFor(LOOK_NS); // there may be room now for more
      awaitRest("has not come to rest");
    }
    stage.ledger.writeOffMissing();
  }

  /** A last round: from each actor to each other one, and to what each of them assumes. */
  private void sendToEverybody() {
    for (Actor from : stage.present()) {
      for (Actor to : stage.present()) {
        from.act(() -> sendTo(from, to));
      }
    }
    world.runFor(1);
  }

  private void sendTo(Actor from, Actor to) {
    workload.send(from, to.name(), Way.BULK, 0);
    for (var range : stage.book.ownedBy(to.index).ranges()) {
      workload.send(from, range.first(), Way.URGENT, 0);
      workload.send(from, range.first(), Way.BULK, 0);
    }
  }
}
