package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.task.StolenTask;
import io.phoenix.workstealing.task.TaskKind;
import io.phoenix.workstealing.task.TaskPool;
import java.util.ArrayList;
import java.util.List;

/**
 * Tasks that have been taken out of a pool to be given away.
 *
 * @param tasks the tasks, at least one, the oldest first
 * @param problems the problems of the tasks as bytes; empty if the tasks stay on this node
 */
record StolenTasks(List<StolenTask> tasks, List<byte[]> problems) {
  /** No further task is added to a message whose problems have this many bytes. */
  static final int ENOUGH_BYTES = 1 << 20;

  /**
   * Takes tasks out of a pool that has ready ones: fewer than {@code amount} if the pool has no
   * more or if the problems are large. Runs the application's codec.
   */
  static StolenTasks of(TaskPool pool, int amount, boolean forElsewhere, TaskKind kind) {
    List<StolenTask> tasks = new ArrayList<>();
    List<byte[]> problems = new ArrayList<>();
    int bytes = 0;
    while (tasks.size() < amount && bytes < ENOUGH_BYTES) {
      StolenTask task = pool.steal();
      if (task == null) {
        break;
      }
      tasks.add(task);
      if (forElsewhere) {
        byte[] problem = write(task.problem(), kind);
        problems.add(problem);
        bytes += problem.length;
      }
    }
    return new StolenTasks(tasks, problems);
  }

  /** Writes a problem that goes to another node. Runs the application's codec. */
  static byte[] write(Object problem, TaskKind kind) {
    var out = new ByteWriter();
    kind.writeProblem(problem, out);
    return out.toBytes();
  }

  /** Reads a problem that came from another node. Runs the application's codec. */
  static Object read(byte[] problem, TaskKind kind) {
    var in = new ByteReader(problem);
    Object read = kind.readProblem(in);
    in.expectEnd();
    return read;
  }
}
