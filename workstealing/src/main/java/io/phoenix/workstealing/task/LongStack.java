package io.phoenix.workstealing.task;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Divide and conquer on longs. Frame 0 stands for the pool itself: it has one part, the root. Frame
 * {@code d + 1} is a part of frame {@code d}, the last one of those that it has begun.
 */
final class LongStack extends TaskPool {
  private static final int FRAME_BYTES = 2 * Long.BYTES + 3 * Integer.BYTES;

  private final LongDivideAndConquer computation;
  private final LongBurst burst;

  /** The index of the youngest frame. */
  private int top = -1;

  private long[] problem = new long[16];

  /** The combined result of the parts so far. */
  private long[] result = new long[16];

  /** The part to begin next; parts from {@link #limit} on were stolen. */
  private int[] next = new int[16];

  private int[] limit = new int[16];

  /** How many results of stolen parts have not come back. */
  private int[] missing = new int[16];

  /** No frame below this one has a ready part. */
  private int oldest;

  private long tasks;

  LongStack(LongDivideAndConquer computation, LongBurst.Maker maker) {
    this.computation = computation;
    burst = maker.make(this);
  }

  /** A pool whose only task is {@code root}. */
  static LongStack of(long root, LongDivideAndConquer computation, LongBurst.Maker maker) {
    var stack = new LongStack(computation, maker);
    stack.push(root, 0, 1, 0);
    return stack;
  }

  private void push(long of, int nextPart, int parts, long soFar) {
    top++;
    if (top == problem.length) {
      problem = Arrays.copyOf(problem, 2 * top);
      result = Arrays.copyOf(result, 2 * top);
      next = Arrays.copyOf(next, 2 * top);
      limit = Arrays.copyOf(limit, 2 * top);
      missing = Arrays.copyOf(missing, 2 * top);
    }
    problem[top] = of;
    result[top] = soFar;
    next[top] = nextPart;
    limit[top] = parts;
    missing[top] = 0;
  }

  private long part(int frame, int i) {
    return frame == 0 ? problem[0] : computation.part(problem[frame], i);
  }

  private void combine(int frame, long part) {
    result[frame] = frame == 0 ? part : computation.combine(result[frame], part);
  }

  @Override
  public Status run(TaskContext context, long budget) {
    boolean atFullSpeed = budget == WITHOUT_END;
    long end = atFullSpeed ? WITHOUT_END : tasks + budget;
    while (true) {
      if (next[top] < limit[top]) {
        begin(part(top, next[top]++), atFullSpeed);
        if (isAsked()) {
          return Status.ASKED;
        }
        if (tasks >= end) {
          return Status.SPENT;
        }
      } else if (missing[top] > 0) {
        return Status.WAITING;
      } else if (top == 0) {
        return Status.DONE;
      } else {
        top--;
        oldest = Math.min(oldest, top);
        combine(top, result[top + 1]);
      }
    }
  }

  private void begin(long task, boolean atFullSpeed) {
    tasks++;
    int parts = computation.parts(task);
    if (parts == 0) {
      combine(top, computation.solve(task));
    } else if (parts < 0) {
      throw new IllegalStateException("parts(" + task + ") = " + parts);
    } else if (atFullSpeed) {
      long whole = burst.run(task, parts, LongBurst.MAX_DEPTH);
      if (burst.frames == 0) {
        combine(top, whole);
      } else {
        pickUpFrames();
      }
    } else {
      push(task, 0, parts, computation.initial(task));
    }
  }

  private void pickUpFrames() {
    for (int i = burst.frames - 1; i >= 0; i--) {
      push(burst.problem[i], burst.next[i], burst.limit[i], burst.result[i]);
    }
    burst.frames = 0;
  }

  @Override
  public Object result() {
    return result[0];
  }

  @Override
  public boolean hasReady() {
    return findOldest() >= 0;
  }

  @Override
  public boolean hasSpare() {
    int frame = findOldest();
    return frame >= 0 && (limit[frame] - next[frame] > 1 || ready() > 1);
  }

  @Override
  public int ready() {
    long count = 0;
    for (int frame = 0; frame <= top; frame++) {
      count += limit[frame] - next[frame];
    }
    return (int) Math.min(count, Integer.MAX_VALUE);
  }

  @Override
  public int readyLevel() {
    return findOldest();
  }

  private int findOldest() {
    while (oldest < top && next[oldest] == limit[oldest]) {
      oldest++;
    }
    return next[oldest] < limit[oldest] ? oldest : -1;
  }

  @Override
  public @Nullable StolenTask steal() {
    int frame = findOldest();
    if (frame < 0) {
      return null;
    }
    missing[frame]++;
    return new StolenTask(part(frame, --limit[frame]), frame, frame);
  }

  @Override
  public void put(int place, Object part) {
    if (place > top || missing[place] == 0) {
      throw new IllegalStateException("a result for frame " + place + ", which misses none");
    }
    missing[place]--;
    combine(place, (Long) part);
  }

  @Override
  public boolean canRun() {
    return next[top] < limit[top] || missing[top] == 0;
  }

  @Override
  public long tasks() {
    return tasks + burst.tasks;
  }

  @Override
  public long inUse() {
    return top + 1 + (long) ready();
  }

  @Override
  public void write(ByteWriter out) {
    out.putInt(top + 1);
    for (int frame = 0; frame <= top; frame++) {
      out.putLong(problem[frame]).putLong(result[frame]);
      out.putInt(next[frame]).putInt(limit[frame]).putInt(missing[frame]);
    }
  }

  static LongStack read(ByteReader in, LongDivideAndConquer computation, LongBurst.Maker maker) {
    var stack = new LongStack(computation, maker);
    int frames = in.getCount(FRAME_BYTES);
    for (int frame = 0; frame < frames; frame++) {
      long problem = in.getLong();
      long result = in.getLong();
      stack.push(problem, in.getInt(), in.getInt(), result);
      stack.missing[frame] = in.getInt();
      if (stack.next[frame] < 0 || stack.limit[frame] < stack.next[frame]) {
        throw new IllegalArgumentException(
            "next=%d, limit=%d of frame %d"
                .formatted(stack.next[frame], stack.limit[frame], frame));
      }
      if (stack.missing[frame] < 0) {
        throw new IllegalArgumentException("missing=%d".formatted(stack.missing[frame]));
      }
    }
    if (frames == 0) {
      throw new IllegalArgumentException("a pool without frames");
    }
    return stack;
  }
}
