package io.phoenix.workstealing.task;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Divide and conquer on objects. Frame 0 stands for the pool itself: it has one part, the root.
 *
 * <p>While the worker divides or solves a problem, which may take long, the pool is open: others
 * may seize it, steal from it, or take it away as a whole; then the problem is divided or solved
 * anew. One field says who may touch the pool; it changes by compare-and-set only.
 */
final class ObjectStack<P, R> extends TaskPool {
  private static final int HELD = 0;
  private static final int OPEN = 1;
  private static final int SEIZED = 2;
  private static final int TAKEN = 3;
  private static final VarHandle HOLD;
  private static final VarHandle DIVIDING;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      HOLD = lookup.findVarHandle(ObjectStack.class, "hold", int.class);
      DIVIDING = lookup.findVarHandle(ObjectStack.class, "dividing", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final DivideAndConquer<P, R> computation;
  private final ArrayList<ObjectFrame<P, R>> frames;

  /** The frame for the next task, in case it has parts. */
  private ObjectFrame<P, R> spare = new ObjectFrame<>();

  @SuppressWarnings("unused") // by HOLD
  private int hold;

  @SuppressWarnings("unused") // by DIVIDING
  private boolean dividing;

  /** No frame below this one has a ready part. */
  private int oldest;

  /** Results for this place and above are not wanted any more; -1 if all are wanted. */
  private int unwanted = -1;

  private long tasks;

  private ObjectStack(DivideAndConquer<P, R> computation, List<ObjectFrame<P, R>> frames) {
    this.computation = computation;
    this.frames = new ArrayList<>(frames);
  }

  /** A pool whose only task is {@code root}. */
  static <P, R> ObjectStack<P, R> of(P root, DivideAndConquer<P, R> computation) {
    var all = new ObjectFrame<P, R>();
    all.add(root);
    return new ObjectStack<>(computation, List.of(all));
  }

  private int top() {
    return frames.size() - 1;
  }

  private ObjectFrame<P, R> frame() {
    return frames.get(frames.size() - 1);
  }

  @Override
  public Status run(TaskContext context, long budget) {
    long end = budget == WITHOUT_END ? WITHOUT_END : tasks + budget;
    while (true) {
      ObjectFrame<P, R> frame = frame();
      if (unwanted >= 0) {
        return Status.ASKED;
      } else if (frame.hasReady()) {
        if (!begin(frame, context)) {
          return Status.TAKEN;
        }
        if (isAsked()) {
          return Status.ASKED;
        }
        if (tasks >= end) {
          return Status.SPENT;
        }
      } else if (frame.missing > 0) {
        return Status.WAITING;
      } else if (top() == 0) {
        return Status.DONE;
      } else {
        frames.remove(frames.size() - 1);
        oldest = Math.min(oldest, top());
        combine(top(), frame.result());
      }
    }
  }

  /** Runs a task; returns whether the pool still belongs to this worker. */
  private boolean begin(ObjectFrame<P, R> parent, TaskContext context) {
    P task = parent.begin();
    tasks++;
    ObjectFrame<P, R> frame = spare;
    R result;
    DIVIDING.setOpaque(this, true);
    HOLD.setRelease(this, OPEN);
    try {
      computation.divide(task, frame);
      if (frame.hasReady()) {
        result = computation.initial(task);
      } else {
        DIVIDING.setOpaque(this, false);
        result = computation.solve(task, context);
      }
    } catch (Throwable e) {
      if (comeBack()) {
        throw e;
      }
      return false;
    }
    if (!comeBack()) {
      return false;
    }
    if (frame.hasReady()) {
      frame.set(result);
      frames.add(frame);
      spare = new ObjectFrame<>();
    } else {
      combine(top(), result);
    }
    return true;
  }

  /** Takes hold of the pool again after a task; returns {@code false} if it was taken. */
  private boolean comeBack() {
    while (!HOLD.compareAndSet(this, OPEN, HELD)) {
      if ((int) HOLD.getAcquire(this) == TAKEN) {
        return false;
      }
      Thread.onSpinWait(); // others seize it for as long as it takes to steal a task
    }
    return true;
  }

  private void combine(int place, R part) {
    ObjectFrame<P, R> frame = frames.get(place);
    if (place == 0) {
      frame.set(part);
      return;
    }
    R soFar = computation.combine(frame.result(), part);
    frame.set(soFar);
    if (computation.isEnough(soFar)) {
      drop(place);
    }
  }

  /** Ends the problem of a frame, with the result so far. */
  private void drop(int place) {
    for (ObjectFrame<P, R> frame : frames.subList(place, frames.size())) {
      if (frame.drop() && unwanted < 0) {
        unwanted = place;
      }
    }
    frames.subList(place + 1, frames.size()).clear();
    oldest = Math.min(oldest, place);
  }

  @Override
  public @Nullable IntPredicate takeUnwanted() {
    int from = unwanted;
    unwanted = -1;
    return from < 0 ? null : place -> place >= from;
  }

  @Override
  public boolean seize() {
    return HOLD.compareAndSet(this, OPEN, SEIZED);
  }

  @Override
  public boolean isDividing() {
    return (boolean) DIVIDING.getOpaque(this);
  }

  @Override
  public void unseize() {
    HOLD.setRelease(this, OPEN);
  }

  @Override
  public TaskPool take() {
    frame().unbegin();
    tasks--; // the successor will count that task
    var successor = new ObjectStack<>(computation, List.copyOf(frames));
    HOLD.setRelease(this, TAKEN);
    return successor;
  }

  @Override
  public boolean isTaken() {
    return (int) HOLD.getOpaque(this) == TAKEN;
  }

  @Override
  public Object result() {
    return (Object) frames.get(0).result();
  }

  @Override
  public boolean hasReady() {
    return readyLevel() >= 0;
  }

  @Override
  public boolean hasSpare() {
    return ready() > 1;
  }

  @Override
  public int ready() {
    return (int) Math.min(frames.stream().mapToLong(ObjectFrame::ready).sum(), Integer.MAX_VALUE);
  }

  @Override
  public int readyLevel() {
    while (oldest < top() && !frames.get(oldest).hasReady()) {
      oldest++;
    }
    return frames.get(oldest).hasReady() ? oldest : -1;
  }

  @Override
  public @Nullable StolenTask steal() {
    int place = readyLevel();
    return place < 0 ? null : new StolenTask(frames.get(place).steal(), place, place);
  }

  @Override
  @SuppressWarnings("unchecked")
  public void put(int place, Object part) {
    if (place > top() || frames.get(place).missing == 0) {
      throw new IllegalStateException("a result for frame " + place + ", which misses none");
    }
    frames.get(place).missing--;
    combine(place, (R) part);
  }

  @Override
  public boolean canRun() {
    return frame().hasReady() || frame().missing == 0;
  }

  @Override
  public long tasks() {
    return tasks;
  }

  @Override
  public long inUse() {
    return frames.size() + (long) ready();
  }

  @Override
  public void write(ByteWriter out) {
    out.putInt(frames.size());
    frames.forEach(frame -> frame.write(out, computation));
  }

  static <P, R> ObjectStack<P, R> read(ByteReader in, DivideAndConquer<P, R> computation) {
    var stack = new ObjectStack<>(computation, List.of());
    int count = in.getCount(ObjectFrame.LEAST_BYTES);
    if (count == 0) {
      throw new IllegalArgumentException("a pool without frames");
    }
    for (int i = 0; i < count; i++) {
      stack.frames.add(ObjectFrame.read(in, computation));
    }
    return stack;
  }
}
