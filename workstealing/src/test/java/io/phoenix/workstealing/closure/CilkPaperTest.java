package io.phoenix.workstealing.closure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.task.PoolPlay;
import io.phoenix.workstealing.task.StolenTask;
import io.phoenix.workstealing.task.TaskPool;
import io.phoenix.workstealing.task.TaskPool.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * The claims of paper 003, section 2, about closures and the ready deque, one by one, on the
 * procedure {@code R}, which spawns the children A, B, C and D and a successor S that misses their
 * four values; and of section 4 about pickling.
 */
class CilkPaperTest {
  private final List<String> ran = new ArrayList<>();
  private final ClosureTasks<String> tasks = new ClosureTasks<>(new Program());
  private final TaskPool pool = tasks.poolOf(tasks.root());

  private Status run(int closures) {
    Status status = pool.run(PoolPlay.NO_CONTEXT, closures);
    pool.attend();
    return status;
  }

  private StolenTask steal() {
    return Objects.requireNonNull(pool.steal());
  }

  private static String name(StolenTask task) {
    return ((Named) task.problem()).name;
  }

  private static ClosureTasks.Returned returned(String value) {
    return new ClosureTasks.Returned(0, value);
  }

  /** §2: a closure is ready "if it has obtained all of its arguments", and else it waits. */
  @Test
  void successorIsReadyWhenItsJoinCounterBecomesZeroAndNotBefore() {
    run(1);
    List<StolenTask> children = List.of(steal(), steal(), steal(), steal());
    for (StolenTask child : children) {
      assertThat(pool.canRun()).as("before all arguments are there").isFalse();
      pool.put(child.place(), returned(name(child)));
    }
    assertThat(pool.canRun()).isTrue();
    assertThat(run(1)).isEqualTo(Status.SPENT);
    assertThat(ran).containsExactly("R", "S");
  }

  /** §2: "the next thread to execute is chosen from the head of the ready deque". */
  @Test
  void whatWasSpawnedLastIsRunFirstAndTheSuccessorWhenItIsReady() {
    assertThat(run(100)).isEqualTo(Status.DONE);
    assertThat(ran).containsExactly("R", "D", "C", "B", "A", "S");
  }

  /** §2: "one is removed from the tail of the victim's ready deque". */
  @Test
  void whatWasSpawnedFirstIsStolenFirst() {
    run(1);
    assertThat(List.of(name(steal()), name(steal()))).containsExactly("A", "B");
    run(1);
    assertThat(ran).containsExactly("R", "D");
  }

  /** §2: "once it begins executing, it cannot suspend": a closure runs once, to its end. */
  @Test
  void eachClosureRunsOnce() {
    run(1);
    StolenTask a = steal();
    while (run(1) == Status.SPENT) {}
    pool.put(a.place(), returned("A"));
    assertThat(run(100)).isEqualTo(Status.DONE);
    assertThat(ran).doesNotHaveDuplicates().containsExactlyInAnyOrder("R", "B", "C", "D", "S");
  }

  /** §2: a procedure sends values "only to its parent and only as the last action". */
  @Test
  void procedureThatSendsTwiceIsAnError() {
    var twice = new ClosureTasks<>(new Program("twice"));
    TaskPool wrong = twice.poolOf(twice.root());
    assertThatIllegalStateException()
        .isThrownBy(() -> wrong.run(PoolPlay.NO_CONTEXT, 1))
        .withMessageContaining("sends once");
  }

  /** §4: "giving each of the subcomputation's closures a number", and "reversing" that. */
  @Test
  void poolThatIsPickledGoesOnAsItWas() {
    run(2);
    StolenTask a = steal();
    var out = new ByteWriter();
    pool.write(out);
    TaskPool moved = tasks.readPool(new ByteReader(out.toBytes()));
    moved.put(a.place(), returned("A"));
    assertThat(moved.run(PoolPlay.NO_CONTEXT, 100)).isEqualTo(Status.DONE);
    assertThat(ran).containsExactly("R", "D", "C", "B", "S");
    assertThat(((ClosureTasks.Returned) moved.result()).value()).isEqualTo("4 values");
  }

  private final class Program implements ClosureProgram<String> {
    private final String root;

    Program() {
      this("R");
    }

    Program(String root) {
      this.root = root;
    }

    @Override
    public Closure<String> root() {
      return new Named(root, 0);
    }

    @Override
    public List<ClosureType<?>> types() {
      return List.of(
          new ClosureType<>(
              Named.class, in -> new Named(in.getString(), in.getInt()), Codec.strings()));
    }
  }

  /** Knows what to do by its name. */
  private final class Named extends Closure<String> {
    private static final Argument<String> VALUE = Argument.of(0, String.class);
    private final String name;
    private int values;

    Named(String name, int values) {
      this.name = name;
      this.values = values;
    }

    @Override
    protected void run(Cilk<String> cilk) {
      ran.add(name);
      switch (name) {
        case "R" -> {
          Named successor = cilk.spawnNext(new Named("S", 0), 4);
          for (String child : List.of("A", "B", "C", "D")) {
            cilk.spawn(new Named(child, 0), successor, VALUE);
          }
        }
        case "S" -> cilk.sendArgument(values + " values");
        case "twice" -> {
          cilk.sendArgument(name);
          cilk.sendArgument(name);
        }
        default -> cilk.sendArgument(name);
      }
    }

    @Override
    protected void take(int argument, Object value) {
      values++;
    }

    @Override
    protected void write(ByteWriter out) {
      out.putString(name).putInt(values);
    }
  }
}
