package io.phoenix.workstealing.task;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;

/** Makes, writes and reads the tasks of one job. A node has one for each job. */
public interface TaskKind {

  /** The task that is the whole job. */
  Object root();

  /** A new pool with a single task. */
  TaskPool poolOf(Object problem);

  /** Writes a stolen task's problem. */
  void writeProblem(Object problem, ByteWriter out);

  /** Reads a stolen task's problem. */
  Object readProblem(ByteReader in);

  /** Writes a result. */
  void writeResult(Object result, ByteWriter out);

  /** Reads a result. */
  Object readResult(ByteReader in);

  /** Reads what {@link TaskPool#write} wrote. */
  TaskPool readPool(ByteReader in);
}
