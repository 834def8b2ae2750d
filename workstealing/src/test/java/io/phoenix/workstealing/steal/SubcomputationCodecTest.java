package io.phoenix.workstealing.steal;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.workstealing.ClosureApplications.FibProgram;
import io.phoenix.workstealing.TestApplications.Fib;
import io.phoenix.workstealing.TestApplications.Leaves;
import io.phoenix.workstealing.Work;
import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.codec.CodecChecks;
import io.phoenix.workstealing.steal.Subcomputation.ArrivedResult;
import io.phoenix.workstealing.steal.Subcomputation.Assignment;
import io.phoenix.workstealing.task.StolenTask;
import io.phoenix.workstealing.task.TaskContext;
import io.phoenix.workstealing.task.TaskKind;
import io.phoenix.workstealing.task.TaskPool;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Subcomputations in the middle of their work, as they move: of each kind of tasks. */
class SubcomputationCodecTest {
  private static final TaskContext NOBODY =
      new TaskContext() {
        @Override
        public void poll() {}

        @Override
        public void println(String line) {}
      };

  static List<TaskKind> kinds() {
    return List.of(
        Work.ofLongs(new Fib(), 15).tasks(),
        Work.of(new Leaves(), 5L).tasks(),
        Work.ofClosures(new FibProgram(12)).tasks());
  }

  private static Subcomputation inTheMiddle(TaskKind kind) {
    TaskPool pool = kind.poolOf(kind.root());
    pool.run(NOBODY, 20);
    var s = new Subcomputation(new StealId(-3, 8), 40, 7, 2, pool);
    for (int i = 1; i <= 2; i++) {
      StolenTask task = Objects.requireNonNull(pool.steal());
      s.assigned.put(new StealId(-3, 10 + i), new Assignment(task, 90, new StealId(-5, i)));
    }
    s.inbox.add(new ArrivedResult(3, new TaskResult.Bytes(new byte[] {1, 2})));
    s.begun = true;
    return s;
  }

  private static Function<Subcomputation, byte[]> writer(TaskKind kind) {
    return s -> {
      var out = new ByteWriter();
      s.write(out, kind);
      return out.toBytes();
    };
  }

  private static Function<byte[], Subcomputation> reader(TaskKind kind) {
    return bytes -> {
      var in = new ByteReader(bytes);
      Subcomputation s = Subcomputation.read(in, kind);
      in.expectEnd();
      return s;
    };
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void subcomputationComesBackAndPartsOfItAreRefused(TaskKind kind) {
    Subcomputation s = inTheMiddle(kind);
    CodecChecks.check(s, writer(kind), reader(kind), true);
    Subcomputation read = reader(kind).apply(writer(kind).apply(s));
    assertThat(read.id).isEqualTo(s.id);
    assertThat(read.address).isEqualTo(40);
    assertThat(read.victim).isEqualTo(7);
    assertThat(read.assigned.keySet()).isEqualTo(s.assigned.keySet());
    assertThat(read.inbox).hasSize(1);
    assertThat(read.begun).isTrue();
  }

  @Property(tries = 300)
  void bytesOfAnybodyDoNoHarm(@ForAll byte[] bytes) {
    kinds().forEach(kind -> CodecChecks.tryOut(bytes, reader(kind)));
  }
}
