package io.phoenix.workstealing.task;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A problem that has been divided: its parts, and what they come to so far. */
final class ObjectFrame<P, R> implements Parts<P> {
  /** The shortest that a frame can be when written. */
  static final int LEAST_BYTES = 2 * Integer.BYTES + 1;

  /** How many stolen parts have not come back. */
  int missing;

  private @Nullable Object[] parts = new Object[4];

  /** The part to begin next; those from {@link #limit} on were stolen. */
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

  /** The part begun stays there until the next one is, in case it has to be begun again. */
  P begin() {
    if (next > 0) {
      parts[next - 1] = null;
    }
    return part(next++);
  }

  /** The part that was begun last is as if it had not been. */
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

  /** Forgets the parts; returns whether stolen ones were among them. */
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
