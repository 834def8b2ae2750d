package io.phoenix.apps.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Puts inputs in at one door, trial after trial.
 *
 * <pre>{@code
 * Fuzzer fuzzer = new Fuzzer(door, 42, Fuzzer.Watcher.NONE);
 * Fuzzer.Finding found = fuzzer.run(10_000_000, Long.MAX_VALUE); // null: no promise was broken
 * }</pre>
 */
final class Fuzzer {
  /** How long a case is cut down before it is shown. */
  private static final long SHRINK_NS = 60_000_000_000L;

  private final FuzzDoor door;
  private final long seed;
  private final Watcher watcher;
  private final Allocations allocations = new Allocations();
  private long inputs;
  private long refused;

  /** Hears how far it is. */
  interface Watcher {
    /** For those who do not want to know. */
    Watcher NONE = (inputs, refused) -> {};

    /** So many inputs were put in, and so many of them cost a link or were refused. */
    void onProgress(long inputs, long refused);

    /** This input is put in now. */
    default void onInput(byte[] input) {}
  }

  /** What was found: the smallest case that shows it, and what it shows. */
  record Finding(FuzzCase input, Throwable why) {}

  Fuzzer(FuzzDoor door, long seed, Watcher watcher) {
    this.door = door;
    this.seed = seed;
    this.watcher = watcher;
  }

  long inputs() {
    return inputs;
  }

  long refused() {
    return refused;
  }

  /** Runs until so many inputs were put in, time is up, or a promise is broken. */
  @Nullable Finding run(long count, long deadlineNs) {
    for (long trial = 0; inputs < count && System.nanoTime() < deadlineNs; trial++) {
      long trialSeed = new SplittableRandom(seed ^ trial * 0x9E3779B97F4A7C15L).nextLong();
      int length = (int) Math.min(door.trialInputs(), count - inputs);
      List<byte[]> put = new ArrayList<>(length);
      Throwable failure = tryInputs(trialSeed, length, deadlineNs, put);
      if (failure != null) {
        return new Finding(shrunk(new FuzzCase(door.name(), trialSeed, put), failure), failure);
      }
    }
    watcher.onProgress(inputs, refused);
    return null;
  }

  private FuzzCase shrunk(FuzzCase failing, Throwable why) {
    boolean isKept = Allocations.isKept(why); // to look at the heap takes long
    Predicate<FuzzCase> fails =
        c -> {
          watcher.onInput(new byte[0]);
          return replay(door, c, isKept) != null;
        };
    return new Shrinker(fails, System.nanoTime() + SHRINK_NS).shrink(failing);
  }

  private @Nullable Throwable tryInputs(
      long trialSeed, int length, long deadlineNs, List<byte[]> put) {
    allocations.beginTrial();
    long before = refused;
    try (ErrorLog log = new ErrorLog();
        Trial trial = door.open(trialSeed)) {
      RandomGenerator random = new SplittableRandom(trialSeed);
      Mutator mutator = new Mutator(random);
      mutator.feed(trial.valid());
      for (int i = 0; i < length; i++) {
        byte[] input = trial.finished(mutator.next(), random);
        put.add(input);
        watcher.onInput(input);
        putOne(trial, input, allocations, log);
        inputs++;
        if ((inputs & 0xFF) == 0) {
          refused = before + trial.refused();
          watcher.onProgress(inputs, refused);
          if (System.nanoTime() > deadlineNs) {
            break;
          }
        }
      }
      refused = before + trial.refused();
      trial.check();
      log.check();
      allocations.checkKept(inputBytes(put)); // they are kept here, for the case of a failure
      return null;
    } catch (RuntimeException | Error e) {
      return e;
    }
  }

  private static long inputBytes(List<byte[]> put) {
    return put.stream().mapToLong(input -> input.length + 24L).sum();
  }

  private static void putOne(Trial trial, byte[] input, Allocations allocations, ErrorLog log) {
    allocations.begin();
    trial.put(input);
    allocations.checkAtMost(trial.mayAllocate(input.length));
    log.check();
  }

  /** Puts the inputs of a case in; what is thrown for them, or {@code null}. */
  static @Nullable Throwable replay(FuzzDoor door, FuzzCase input, boolean looksAtHeap) {
    var allocations = new Allocations();
    try (ErrorLog log = new ErrorLog();
        Trial trial = door.open(input.seed())) {
      if (looksAtHeap) {
        allocations.beginTrial();
      }
      for (byte[] one : input.inputs()) {
        putOne(trial, one, allocations, log);
      }
      trial.check();
      log.check();
      if (looksAtHeap) {
        allocations.checkKept(0);
      }
      return null;
    } catch (RuntimeException | Error e) {
      return e;
    }
  }
}
