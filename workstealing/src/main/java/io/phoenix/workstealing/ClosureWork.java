package io.phoenix.workstealing;

import io.phoenix.workstealing.closure.ClosureProgram;
import io.phoenix.workstealing.closure.ClosureTasks;
import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.task.TaskKind;
import io.phoenix.workstealing.task.TaskPool;

/** Work by closures. */
final class ClosureWork<R> extends Work<R> {
  private final ClosureProgram<R> program;

  ClosureWork(ClosureProgram<R> program) {
    this.program = program;
  }

  @Override
  public TaskKind tasks() {
    return new ClosureTasks<>(program);
  }

  @Override
  public Codec<R> results() {
    return new ClosureTasks<>(program).results();
  }

  @Override
  public R computeSerially() {
    var tasks = new ClosureTasks<>(program);
    TaskPool pool = tasks.poolOf(tasks.root());
    while (pool.run(SerialContext.INSTANCE, TaskPool.WITHOUT_END) != TaskPool.Status.DONE) {
      pool.attend();
    }
    var out = new ByteWriter();
    tasks.writeResult(pool.result(), out);
    return tasks.results().decode(out.toBytes());
  }
}
