package io.phoenix.apps.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A thread that puts, gets and removes entries of its own, and knows what each answer must be:
 * nobody else touches its keys.
 */
final class TableLoad extends Thread {
  private static final int KEYS = 2000;

  private final Table<String, String> table;
  private final SplittableRandom random;
  private final Map<String, String> model = new TreeMap<>();
  private final AtomicLong done = new AtomicLong();
  private volatile boolean stopping;
  private volatile @Nullable Throwable failure;

  TableLoad(String name, Table<String, String> table, long seed) {
    super(name);
    this.table = table;
    this.random = new SplittableRandom(seed);
  }

  @Override
  public void run() {
    try {
      for (int i = 0; i < KEYS / 2; i++) {
        put("key " + random.nextInt(KEYS));
      }
      while (!stopping) {
        step("key " + random.nextInt(KEYS));
        done.incrementAndGet();
      }
    } catch (Throwable e) {
      failure = e;
    }
  }

  private void step(String suffix) throws InterruptedException {
    String key = getName() + " " + suffix;
    switch (random.nextInt(5)) {
      case 0, 1 -> put(suffix);
      case 2, 3 -> expect("get " + key, model.get(key), table.get(key));
      default -> expect("remove " + key, model.remove(key) != null, table.remove(key));
    }
  }

  private void put(String suffix) throws InterruptedException {
    String key = getName() + " " + suffix;
    String value = "value " + random.nextLong();
    expect("put " + key, model.put(key, value) != null, table.put(key, value));
  }

  private static void expect(String what, @Nullable Object expected, @Nullable Object answer) {
    if (!Objects.equals(expected, answer)) {
      throw new AssertionError(what + " gave " + answer + " instead of " + expected);
    }
  }

  /** How much it has done. */
  long done() {
    return done.get();
  }

  /** What went wrong, if anything. */
  @Nullable Throwable failure() {
    return failure;
  }

  /** Ends it; then {@link #wrongEntries} and {@link #size} may be called. */
  void end() throws InterruptedException {
    stopping = true;
    join();
  }

  int size() {
    return model.size();
  }

  /** Looks at each of its keys, those that were removed included. */
  List<String> wrongEntries() throws InterruptedException {
    var wrong = new ArrayList<String>();
    for (int i = 0; i < KEYS; i++) {
      String key = getName() + " key " + i;
      String value = table.get(key);
      if (!Objects.equals(model.get(key), value)) {
        wrong.add(key + " has " + value + " instead of " + model.get(key));
      }
    }
    return wrong;
  }
}
