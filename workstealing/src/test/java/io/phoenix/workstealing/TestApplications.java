package io.phoenix.workstealing;

import io.phoenix.workstealing.ClosureApplications.FibProgram;
import io.phoenix.workstealing.ClosureApplications.QueensProgram;
import io.phoenix.workstealing.ClosureApplications.SearchesProgram;
import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.task.DivideAndConquer;
import io.phoenix.workstealing.task.LongDivideAndConquer;
import io.phoenix.workstealing.task.Parts;
import io.phoenix.workstealing.task.TaskContext;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Small applications with known answers. */
public final class TestApplications {
  private TestApplications() {}

  /** All of them. */
  public static Applications all() {
    return Applications.of(
        app("fib", args -> Work.ofLongs(new Fib(), Long.parseLong(args.get(0)))),
        app("leaves", args -> Work.of(new Leaves(), Long.parseLong(args.get(0)))),
        app("chain", args -> Work.ofLongs(new Chain(), Long.parseLong(args.get(0)))),
        app("find", args -> Work.of(new Find(), "")),
        app("throw", args -> Work.of(new Throw(), Long.parseLong(args.get(0)))),
        app("cilk-fib", args -> Work.ofClosures(new FibProgram(Long.parseLong(args.get(0))))),
        app(
            "cilk-queens",
            args -> Work.ofClosures(new QueensProgram(Integer.parseInt(args.get(0))))),
        app(
            "cilk-searches",
            args -> Work.ofClosures(new SearchesProgram(Integer.parseInt(args.get(0))))),
        special("print", TestApplications::print),
        special("endless", TestApplications::endless),
        special("hold", Hold::hold));
  }

  /** One of them, which takes a number. */
  static Application named(String name) {
    return app(name, args -> all().work(new JobSpec(name, args, JobSpec.DEFAULT_POLICY)));
  }

  private static Application app(String name, Function<List<String>, Work<?>> work) {
    return new Application() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Work<?> work(List<String> arguments) {
        return work.apply(arguments);
      }
    };
  }

  private static Application special(String name, BiFunction<Long, TaskContext, Long> leaf) {
    return app(name, args -> Work.of(new Special(leaf), Long.parseLong(args.get(0))));
  }

  /** Fibonacci numbers, doubly recursive. */
  public static long fib(long n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }

  /** How many tasks {@code fib n} has. */
  public static long fibTasks(long n) {
    return 2 * fib(n + 1) - 1;
  }

  /** How many tasks {@code leaves n} has. */
  public static long leavesTasks(long n) {
    return n == 0 ? 1 : 1 + n * leavesTasks(n - 1);
  }

  /** Whether columns by row are a board of queens that do not attack each other. */
  public static boolean isPlacement(String columns, int size) {
    for (int i = 0; i < columns.length(); i++) {
      for (int j = 0; j < i; j++) {
        int distance = Math.abs(columns.charAt(i) - columns.charAt(j));
        if (distance == 0 || distance == i - j) {
          return false;
        }
      }
    }
    return columns.length() == size;
  }

  /**
   * Whether there is a placement for each column of the first row, as {@code cilk-searches} says.
   */
  public static boolean arePlacements(String found, int size) {
    String[] each = found.strip().split(" ", -1);
    return each.length == size
        && Arrays.stream(each).allMatch(columns -> isPlacement(columns, size))
        && Arrays.stream(each).map(columns -> columns.charAt(0)).distinct().count() == size;
  }

  /** Fibonacci numbers by divide and conquer. */
  public static class Fib implements LongDivideAndConquer {
    @Override
    public int parts(long n) {
      return n < 2 ? 0 : 2;
    }

    @Override
    public long part(long n, int i) {
      return n - 1 - i;
    }

    @Override
    public long solve(long n) {
      return n;
    }

    @Override
    public long combine(long soFar, long part) {
      return soFar + part;
    }
  }

  /** Counts down, one task after the other: nothing is ever there to be stolen. */
  public static class Chain extends Fib {
    @Override
    public int parts(long n) {
      return n == 0 ? 0 : 1;
    }

    @Override
    public long combine(long soFar, long part) {
      return part + 1;
    }
  }

  /** Counts the leaves of a tree in which a node of size n has n children: n, n-1 … of size - 1. */
  public static class Leaves implements DivideAndConquer<Long, Long> {
    @Override
    public void divide(Long n, Parts<Long> parts) {
      for (long i = 0; i < n; i++) {
        parts.add(n - 1);
      }
    }

    @Override
    public Long solve(Long leaf, TaskContext context) {
      return 1L;
    }

    @Override
    public Long initial(Long problem) {
      return 0L;
    }

    @Override
    public Long combine(Long soFar, Long part) {
      return soFar + part;
    }

    @Override
    public Codec<Long> problems() {
      return Codec.longs();
    }

    @Override
    public Codec<Long> results() {
      return Codec.longs();
    }
  }

  /** Finds a number of seven digits from 1 to 6, in a tree of digits, that 123457 divides. */
  public static final class Find implements DivideAndConquer<String, String> {
    @Override
    public void divide(String digits, Parts<String> parts) {
      if (digits.length() < 7) {
        for (int digit = 1; digit <= 6; digit++) {
          parts.add(digits + digit);
        }
      }
    }

    @Override
    public String solve(String leaf, TaskContext context) {
      return Long.parseLong(leaf) % 123457 == 0 ? leaf : "";
    }

    @Override
    public String initial(String problem) {
      return "";
    }

    @Override
    public String combine(String soFar, String part) {
      return soFar.isEmpty() ? part : soFar;
    }

    @Override
    public boolean isEnough(String soFar) {
      return !soFar.isEmpty();
    }

    @Override
    public Codec<String> problems() {
      return Codec.strings();
    }

    @Override
    public Codec<String> results() {
      return Codec.strings();
    }
  }

  /** As {@link Leaves}, but a leaf throws. */
  public static final class Throw extends Leaves {
    @Override
    public Long solve(Long leaf, TaskContext context) {
      throw new IllegalStateException("this leaf always throws");
    }
  }

  /** As {@link Leaves}; a leaf does something. */
  private static final class Special extends Leaves {
    private final BiFunction<Long, TaskContext, Long> leaf;

    Special(BiFunction<Long, TaskContext, Long> leaf) {
      this.leaf = leaf;
    }

    @Override
    public Long solve(Long problem, TaskContext context) {
      return leaf.apply(problem, context);
    }
  }

  private static long print(long leaf, TaskContext context) {
    context.println("leaf");
    return 1;
  }

  private static long endless(long leaf, TaskContext context) {
    while (true) {
      context.poll();
      Thread.onSpinWait();
    }
  }

  /** Leaves that wait until they are let go; tests know when they have begun. */
  public static final class Hold {
    private static CountDownLatch first = new CountDownLatch(1);
    private static CountDownLatch second = new CountDownLatch(1);
    private static CountDownLatch go = new CountDownLatch(1);

    private Hold() {}

    static void reset() {
      first = new CountDownLatch(1);
      second = new CountDownLatch(1);
      go = new CountDownLatch(1);
    }

    static void awaitFirst() throws InterruptedException {
      await(first);
    }

    static void awaitSecond() throws InterruptedException {
      await(second);
    }

    static void letGo() {
      go.countDown();
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
      if (!latch.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("not within 30 s");
      }
    }

    static long hold(long leaf, TaskContext context) {
      (first.getCount() > 0 ? first : second).countDown();
      try {
        await(go); // without polling
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return 1;
    }
  }
}
