package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.task.StolenTask;
import io.phoenix.workstealing.task.TaskKind;
import io.phoenix.workstealing.task.TaskPool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A task that was stolen and all tasks below it, except those that are stolen in turn (paper 003,
 * section 4). It lives at a virtual node: the node that assumes the virtual node has the
 * subcomputation, and gets the messages for it.
 */
final class Subcomputation {

  enum State {
    /** A worker could run it. */
    READY,
    /** A worker runs it, and its pool belongs to that worker. */
    RUNNING,
    /** Nothing of it can run until results arrive. */
    WAITING,
    /** It has its result, or is not wanted any more, or has moved. */
    GONE
  }

  private static final int ASSIGNMENT_BYTES = 2 * StealId.BYTES + Long.BYTES + 2 * Integer.BYTES;
  private static final int ARRIVED_BYTES = 2 * Integer.BYTES;

  /**
   * A task that was stolen from a subcomputation: the record by which its result is taken, once.
   *
   * @param task the task, so that it can be given or run again
   * @param thief the virtual node that the thief's subcomputation lives at
   * @param request the request that was answered with the task; if a worker of the same node got
   *     it, the name of the new subcomputation
   */
  record Assignment(StolenTask task, long thief, StealId request) {}

  /** A result that has arrived and is not combined yet. Workers read it, not the loop. */
  record ArrivedResult(int place, TaskResult result) {}

  final StealId id;

  /** The virtual node that the subcomputation lives at. */
  final long address;

  /** The virtual node that the result goes to. */
  final long victim;

  /** How far the root of the subcomputation is below the job's root. */
  final int level;

  /** The tasks that were stolen from it (the paper's assigned pool). */
  final Map<StealId, Assignment> assigned = new LinkedHashMap<>();

  List<ArrivedResult> inbox = new ArrayList<>();
  TaskPool pool;

  /** How many of the tasks that the pool has run are counted in the site's statistics. */
  long counted;

  /** Whether the root has been run and counted, here or at a node before. */
  boolean begun;

  /** Volatile, as workers read it inside tasks, without the lock. */
  volatile State state = State.READY;

  /** What {@link TaskPool#readyLevel} was when the worker that runs it last looked up. */
  int readyLevel;

  Subcomputation(StealId id, long address, long victim, int level, TaskPool pool) {
    this.id = id;
    this.address = address;
    this.victim = victim;
    this.level = level;
    this.pool = pool;
  }

  boolean canRun() {
    return !inbox.isEmpty() || pool.canRun();
  }

  /** Writes the whole subcomputation. */
  void write(ByteWriter out, TaskKind kind) {
    id.write(out);
    out.putLong(address).putLong(victim).putInt(level);
    pool.write(out);
    out.putBoolean(begun).putInt(assigned.size());
    assigned.forEach(
        (name, assignment) -> {
          name.write(out);
          assignment.request.write(out);
          StolenTask task = assignment.task;
          out.putLong(assignment.thief).putInt(task.place()).putInt(task.level());
          kind.writeProblem(task.problem(), out);
        });
    out.putInt(inbox.size());
    for (ArrivedResult arrived : inbox) {
      out.putInt(arrived.place).putBytes(arrived.result.bytes(kind));
    }
  }

  static Subcomputation read(ByteReader in, TaskKind kind) {
    StealId id = StealId.read(in);
    var read = new Subcomputation(id, in.getLong(), in.getLong(), in.getInt(), kind.readPool(in));
    read.begun = in.getBoolean();
    int count = in.getCount(ASSIGNMENT_BYTES);
    for (int i = 0; i < count; i++) {
      StealId name = StealId.read(in);
      StealId request = StealId.read(in);
      long thief = in.getLong();
      int place = in.getInt();
      int level = in.getInt();
      var task = new StolenTask(kind.readProblem(in), place, level);
      read.assigned.put(name, new Assignment(task, thief, request));
    }
    count = in.getCount(ARRIVED_BYTES);
    for (int i = 0; i < count; i++) {
      read.inbox.add(new ArrivedResult(in.getInt(), new TaskResult.Bytes(in.getBytes())));
    }
    return read;
  }

  @Override
  public String toString() {
    return id + "@" + address + " " + state;
  }
}
