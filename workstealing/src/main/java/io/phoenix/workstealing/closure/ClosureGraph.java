package io.phoenix.workstealing.closure;

import io.phoenix.workstealing.closure.ClosurePool.Continuation;
import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a pool: each closure gets a number, by which others refer to it (paper 003 §4). */
final class ClosureGraph {
  private static final int LEAST_BYTES = 6 * Integer.BYTES;
  private static final int STOLEN_BYTES = 3 * Integer.BYTES;

  private final ClosurePool<?> pool;
  private final IdentityHashMap<Closure<?>, Integer> numbers = new IdentityHashMap<>();
  private final List<Closure<?>> closures = new ArrayList<>();

  ClosureGraph(ClosurePool<?> pool) {
    this.pool = pool;
  }

  private void number(@Nullable Closure<?> from) {
    for (Closure<?> each = from;
        each != null && numbers.putIfAbsent(each, closures.size()) == null;
        each = each.parent) {
      closures.add(each);
    }
  }

  private int numberOf(@Nullable Closure<?> closure) {
    return closure == null ? -1 : numbers.getOrDefault(closure, -1);
  }

  void write(ByteWriter out) {
    int ready = pool.ready();
    for (int i = 0; i < ready; i++) {
      number(pool.readyAt(i));
    }
    pool.stolen.values().forEach(continuation -> number(continuation.parent()));
    out.putInt(pool.rootType).putInt(pool.lastPlace()).putBoolean(pool.hasUnwanted());
    out.putLong(pool.waiting());
    Object soFar = pool.soFar();
    out.putBoolean(soFar != null);
    if (soFar != null) {
      pool.tasks.writeResult(new ClosureTasks.Returned(pool.rootType, soFar), out);
    }
    out.putInt(closures.size());
    for (Closure<?> closure : closures) {
      out.putInt(pool.tasks.typeOf(closure)).putInt(numberOf(closure.parent));
      out.putInt(closure.argument).putInt(closure.missing);
      out.putInt(closure.level).putInt(closure.fate);
      closure.write(out);
    }
    out.putInt(ready);
    for (int i = 0; i < ready; i++) {
      out.putInt(numberOf(pool.readyAt(i)));
    }
    out.putInt(pool.stolen.size());
    pool.stolen.forEach(
        (place, to) -> out.putInt(place).putInt(numberOf(to.parent())).putInt(to.argument()));
  }

  static <R> ClosurePool<R> read(ByteReader in, ClosureTasks<?> tasks) {
    var pool = new ClosurePool<R>(tasks, tasks.checkedType(in.getInt()));
    int lastPlace = in.getInt();
    boolean hasUnwanted = in.getBoolean();
    long waiting = in.getLong();
    Object soFar = in.getBoolean() ? tasks.readReturned(in).value() : null;
    pool.restore(lastPlace, hasUnwanted, waiting, soFar);
    int count = in.getCount(LEAST_BYTES);
    List<Closure<?>> closures = new ArrayList<>(count);
    int[] parents = new int[count];
    for (int i = 0; i < count; i++) {
      int type = in.getInt();
      parents[i] = in.getInt();
      int argument = in.getInt();
      int missing = in.getInt();
      int level = in.getInt();
      int fate = in.getInt();
      Closure<?> closure = tasks.read(type, in);
      closure.argument = argument;
      closure.missing = missing;
      closure.level = level;
      closure.fate = fate;
      closures.add(closure);
    }
    for (int i = 0; i < count; i++) {
      closures.get(i).parent = at(parents[i], closures);
    }
    int ready = in.getCount(Integer.BYTES);
    for (int i = 0; i < ready; i++) {
      Closure<?> closure = at(in.getInt(), closures);
      if (closure == null) {
        throw new IllegalArgumentException("a ready closure that is none");
      }
      pool.addReady(closure);
    }
    int stolen = in.getCount(STOLEN_BYTES);
    for (int i = 0; i < stolen; i++) {
      int place = in.getInt();
      Closure<?> parent = at(in.getInt(), closures);
      pool.stolen.put(place, new Continuation(parent, in.getInt()));
    }
    return pool;
  }

  private static @Nullable Closure<?> at(int number, List<Closure<?>> closures) {
    if (number < -1 || number >= closures.size()) {
      throw new IllegalArgumentException("closure " + number + " of " + closures.size());
    }
    return number < 0 ? null : closures.get(number);
  }
}
