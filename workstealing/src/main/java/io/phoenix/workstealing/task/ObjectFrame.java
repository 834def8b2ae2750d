package io.phoenix.workstealing.task;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A problem that has been divided: its parts, and their combined result so far. */
final class ObjectFrame<P, R> implements Parts<P> {
  /** How many bytes a frame has at least when written. */
  static final int LEAST_BYTES = 2 * Integer.BYTES + 1;

  /** How many results of stolen parts have not come back. */
  int missing;

  private @Nullable Object[] parts = new Object[4];

  /** The part to begin next; parts from {@link #limit} on were stolen. */
  private int next;

  private int limit;
  private @Nullable R result;

  @Override
  public void add(P part) {
    if (limit == parts.length) {
      parts = Arrays.copyOf(parts, 2 * limit);
    }
    parts[limit++] = Objects.requireNonNull(part, "part");
  }

  boolean hasReady() {
    return next < limit;
  }

  int ready() {
    return limit - next;
  }

  /** Begins a part. It is kept until the next part begins, in case it has to begin again. */
  P begin() {
    if (next > 0) {
      parts[next - 1] = null;
    }
    return part(next++);
  }

  /** Makes the part that was begun last ready again. */
  void unbegin() {
    next--;
  }

  P steal() {
    missing++;
    P stolen = part(--limit);
    parts[limit] = null;
    return stolen;
  }

  @SuppressWarnings("unchecked")
  private P part(int i) {
    return (P) Objects.requireNonNull(parts[i]);
  }

  R result() {
    return Objects.requireNonNull(result, "result");
  }

  void set(R changed) {
    result = Objects.requireNonNull(changed, "a computation returned null for a result");
  }

  /** Drops the parts; returns whether results of stolen parts were missing. */
  boolean drop() {
    boolean stolen = missing > 0;
    limit = next;
    missing = 0;
    return stolen;
  }

  void write(ByteWriter out, DivideAndConquer<P, R> computation) {
    out.putInt(missing).putInt(limit - next);
    for (int i = next; i < limit; i++) {
      computation.problems().write(part(i), out);
    }
    R soFar = result;
    out.putBoolean(soFar != null);
    if (soFar != null) {
      computation.results().write(soFar, out);
    }
  }

  static <P, R> ObjectFrame<P, R> read(ByteReader in, DivideAndConquer<P, R> computation) {
    var frame = new ObjectFrame<P, R>();
    frame.missing = in.getInt();
    if (frame.missing < 0) {
      throw new IllegalArgumentException("missing=" + frame.missing);
    }
    int count = in.getCount(1);
    for (int i = 0; i < count; i++) {
      frame.add(computation.problems().read(in));
    }
    if (in.getBoolean()) {
      frame.set(computation.results().read(in));
    }
    return frame;
  }
}
