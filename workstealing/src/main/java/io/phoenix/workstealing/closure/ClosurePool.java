package io.phoenix.workstealing.closure;

import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.task.StolenTask;
import io.phoenix.workstealing.task.TaskContext;
import io.phoenix.workstealing.task.TaskPool;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The closures of a subcomputation. A closure that waits is referred to by its children. */
final class ClosurePool<R> extends TaskPool implements Cilk<R> {

  /** Where the result of a stolen closure belongs; {@code null} for the pool's own result. */
  record Continuation(@Nullable Closure<?> parent, int argument) {}

  final ClosureTasks<?> tasks;

  /** The type of the root, whose procedure's result is the pool's. */
  final int rootType;

  /** Where the results of stolen closures belong, by their places. */
  final Map<Integer, Continuation> stolen = new TreeMap<>();

  /** The closures that are ready, from {@link #base} to {@link #top}, the oldest first. */
  private @Nullable Closure<?>[] ready = new Closure<?>[64];

  private int base;
  private int top;

  /** The closure that runs, until it has sent, or spawned a successor. */
  private @Nullable Closure<?> current;

  private int currentLevel;
  private int lastPlace = -1;
  private boolean someUnwanted;
  private @Nullable Set<Integer> unwanted;
  private @Nullable Object result;
  private @Nullable TaskContext context;
  private long count;
  private long waiting;

  ClosurePool(ClosureTasks<?> tasks, int rootType) {
    this.tasks = tasks;
    this.rootType = rootType;
  }

  // ── running ─────────────────────────────────────────────────────────────────────────────────

  @Override
  public Status run(TaskContext given, long budget) {
    context = given;
    long end = budget == WITHOUT_END ? WITHOUT_END : count + budget;
    while (result == null && top > base) {
      Closure<?> next = Objects.requireNonNull(ready[--top]);
      ready[top] = null;
      if (someUnwanted && isUnwanted(next)) {
        continue;
      }
      runOne(next);
      if (isAsked() || unwanted != null) {
        return Status.ASKED;
      }
      if (count >= end) {
        return Status.SPENT;
      }
    }
    if (result != null) {
      dropAll();
      return Status.DONE;
    }
    if (stolen.isEmpty()) {
      throw new IllegalStateException("all closures have run, and none has sent the result");
    }
    return Status.WAITING;
  }

  @SuppressWarnings("unchecked")
  private <T> void runOne(Closure<T> closure) {
    count++;
    current = closure;
    currentLevel = closure.level;
    closure.run((Cilk<T>) this);
    if (current != null) {
      throw new IllegalStateException(
          closure.getClass() + " has neither sent a result nor spawned a successor");
    }
  }

  private Closure<?> endCurrent() {
    Closure<?> ended = current;
    if (ended == null) {
      throw new IllegalStateException("a closure sends once, or spawns a successor that does");
    }
    current = null;
    return ended;
  }

  @Override
  public <T> void spawn(Closure<T> child, Closure<?> successor, Argument<T> argument) {
    child.parent = successor;
    child.argument = argument.index;
    child.level = currentLevel + 1;
    push(child);
  }

  @Override
  public <S extends Closure<R>> S spawnNext(S successor, int missing) {
    if (missing < 0) {
      throw new IllegalArgumentException("missing=" + missing + " arguments of " + successor);
    }
    Closure<?> ended = endCurrent();
    successor.parent = ended.parent;
    successor.argument = ended.argument;
    successor.level = ended.level;
    successor.missing = missing;
    if (missing == 0) {
      push(successor);
    } else {
      waiting++;
    }
    return successor;
  }

  @Override
  public void sendArgument(R value) {
    Closure<?> ended = endCurrent();
    send(ended.parent, ended.argument, Objects.requireNonNull((Object) value, "value"));
  }

  @Override
  public void sendLong(long value) {
    Closure<?> ended = endCurrent();
    Closure<?> parent = ended.parent;
    if (parent == null) {
      result = value;
    } else {
      parent.takeLong(ended.argument, value);
      joined(parent);
    }
  }

  private void send(@Nullable Closure<?> parent, int argument, Object value) {
    if (parent == null) {
      result = value;
      return;
    }
    if (value instanceof Long number) {
      parent.takeLong(argument, number);
    } else {
      parent.take(argument, value);
    }
    joined(parent);
  }

  private void joined(Closure<?> parent) {
    if (--parent.missing == 0) {
      waiting--;
      push(parent);
    } else if (parent.missing < 0) {
      throw surplus(parent);
    } else if (parent.isEnough()) {
      waiting--;
      parent.missing = 0;
      parent.fate = Math.max(parent.fate, Closure.CHILDLESS);
      push(parent);
      prune();
    }
  }

  private static IllegalStateException surplus(@Nullable Closure<?> parent) {
    String what = parent == null ? "the job" : parent.getClass().toString();
    return new IllegalStateException(
        "more children were spawned for "
            + what
            + " than its spawnNext said arguments are missing");
  }

  private void push(Closure<?> closure) {
    if (top == ready.length) {
      makeRoom();
    }
    ready[top++] = closure;
  }

  private void makeRoom() {
    int size = top - base;
    @Nullable Closure<?>[] to = size > ready.length / 2 ? Arrays.copyOf(ready, 2 * top) : ready;
    System.arraycopy(ready, base, to, 0, size);
    Arrays.fill(to, size, top, null);
    base = 0;
    top = size;
    ready = to;
  }

  @Override
  public void println(String line) {
    if (context != null) {
      context.println(line);
    }
  }

  // ── unwanted closures ─────────────────────────────────────────────────────────────

  @Override
  public void abort(Closure<?> waitingOne) {
    waitingOne.fate = Closure.DEAD;
    prune();
  }

  private static boolean isUnwanted(Closure<?> closure) {
    if (closure.fate == Closure.DEAD) {
      return true;
    }
    for (Closure<?> above = closure.parent; above != null; above = above.parent) {
      if (above.fate != 0) {
        return true;
      }
    }
    return false;
  }

  /** Drops unwanted closures: stolen ones now, ready ones when their turn comes. */
  private void prune() {
    someUnwanted = true;
    stolen
        .entrySet()
        .removeIf(
            entry -> {
              Closure<?> parent = entry.getValue().parent();
              boolean drop = parent != null && (parent.fate != 0 || isUnwanted(parent));
              if (drop) {
                addUnwanted(entry.getKey());
              }
              return drop;
            });
  }

  private void addUnwanted(int place) {
    if (unwanted == null) {
      unwanted = new HashSet<>();
    }
    unwanted.add(place);
  }

  /** The result is there, so all closures that are left must be unwanted: all others had ended. */
  private void dropAll() {
    int left = oldest();
    if (left >= 0) {
      throw surplus(Objects.requireNonNull(ready[left]).parent);
    }
    for (Continuation continuation : stolen.values()) {
      throw surplus(continuation.parent());
    }
  }

  @Override
  public @Nullable IntPredicate takeUnwanted() {
    Set<Integer> places = unwanted;
    unwanted = null;
    return places == null ? null : places::contains;
  }

  // ── stealing ────────────────────────────────────────────────────────────────────────────────

  /** The index of the oldest ready closure that is wanted; drops unwanted ones before it. */
  private int oldest() {
    while (someUnwanted && base < top && isUnwanted(Objects.requireNonNull(ready[base]))) {
      ready[base++] = null;
    }
    return base < top ? base : -1;
  }

  @Override
  public boolean hasReady() {
    return oldest() >= 0;
  }

  @Override
  public boolean hasSpare() {
    return oldest() >= 0 && top - base > 1;
  }

  @Override
  public int ready() {
    return top - base;
  }

  @Override
  public int readyLevel() {
    int at = oldest();
    return at < 0 ? -1 : Objects.requireNonNull(ready[at]).level;
  }

  @Override
  public @Nullable StolenTask steal() {
    int at = oldest();
    if (at < 0) {
      return null;
    }
    Closure<?> closure = Objects.requireNonNull(ready[at]);
    ready[base++] = null;
    stolen.put(++lastPlace, new Continuation(closure.parent, closure.argument));
    closure.parent = null;
    return new StolenTask(closure, lastPlace, closure.level);
  }

  @Override
  public void put(int place, Object returned) {
    Continuation continuation = stolen.remove(place);
    if (continuation == null) {
      throw new IllegalStateException("a result for place " + place + ", which misses none");
    }
    Object value = ((ClosureTasks.Returned) returned).value();
    send(continuation.parent(), continuation.argument(), value);
  }

  @Override
  public boolean canRun() {
    return result != null || top > base;
  }

  @Override
  public Object result() {
    return new ClosureTasks.Returned(rootType, Objects.requireNonNull(result));
  }

  @Override
  public long tasks() {
    return count;
  }

  @Override
  public long inUse() {
    return waiting + top - base;
  }

  // ── moving ──────────────────────────────────────────────────────────────────────────────────

  @Override
  public void write(ByteWriter out) {
    new ClosureGraph(this).write(out);
  }

  int lastPlace() {
    return lastPlace;
  }

  boolean hasUnwanted() {
    return someUnwanted;
  }

  @Nullable Object soFar() {
    return result;
  }

  void restore(int places, boolean hasUnwanted, long waitingOnes, @Nullable Object soFar) {
    lastPlace = places;
    someUnwanted = hasUnwanted;
    waiting = waitingOnes;
    result = soFar;
  }

  long waiting() {
    return waiting;
  }

  void addReady(Closure<?> closure) {
    push(closure);
  }

  Closure<?> readyAt(int i) {
    return Objects.requireNonNull(ready[base + i]);
  }
}
