package io.phoenix.apps.fuzz;

import static io.phoenix.apps.fuzz.Neighbourhood.SECOND;

import io.phoenix.api.VirtualRange;
import io.phoenix.apps.fib.FibApplication;
import io.phoenix.routing.runtime.OverlayNode;
import io.phoenix.workstealing.Application;
import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.Work;
import io.phoenix.workstealing.runtime.CostModel;
import io.phoenix.workstealing.runtime.Stealing;
import io.phoenix.workstealing.runtime.StealingSettings;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Messages of work stealing and of jobs: afterwards a job still comes to its result. */
final class StealingDoor implements FuzzDoor {
  // As in io.phoenix.workstealing.runtime.Tags, which is nobody else's business.
  private static final int REQUEST = -7201;
  private static final int WORK = 7201;
  private static final int HOUSE = 7202;
  private static final int NOTICE = 7203;
  private static final List<Integer> TAGS = List.of(REQUEST, WORK, HOUSE, NOTICE);

  @Override
  public String name() {
    return "stealing";
  }

  @Override
  public String what() {
    return "messages of work stealing and of jobs";
  }

  @Override
  public int trialInputs() {
    return 50_000;
  }

  @Override
  public Trial open(long seed) {
    return new Working(new Neighbourhood(seed));
  }

  /** Small whatever it is asked for, so that a job that an intruder submits ends. */
  private static final class SmallFib implements Application {
    private static final int MOST = 16;

    @Override
    public String name() {
      return "small";
    }

    @Override
    public Work<?> work(List<String> arguments) {
      long n = Math.floorMod(arguments.hashCode(), MOST);
      return new FibApplication().work(List.of("divide", String.valueOf(n)));
    }
  }

  private static final class Working extends MessageTrial {
    private static final JobSpec JOB = JobSpec.of("small", "5");
    private static final int FLAGS = 5;
    private static final int WHOLE = 6;
    private static final int TAG = 56;
    private static final int PAYLOAD = 64;

    private final List<Stealing> members = new ArrayList<>();
    private final Long expected;

    Working(Neighbourhood neighbourhood) {
      super(neighbourhood, TAGS);
      StealingSettings settings =
          StealingSettings.defaults().withSimulated(new CostModel(100_000, 10));
      for (OverlayNode node : neighbourhood.honest()) {
        members.add(Stealing.on(node, Applications.of(new SmallFib()), settings));
      }
      neighbourhood.world.runFor(5 * SECOND);
      neighbourhood.world.network().tap((from, to, bytes) -> record(bytes));
      expected = run(3);
      recording = false;
    }

    private boolean recording = true;

    /** Takes down the messages of a job in order. */
    private void record(byte[] chunk) {
      ByteBuffer in = ByteBuffer.wrap(chunk);
      int start = 0;
      while (recording && chunk.length - start > PAYLOAD) {
        int end = start + Integer.BYTES + in.getInt(start);
        int tag = in.getInt(start + TAG);
        boolean isWhole = chunk[start + 4] == 2 && (chunk[start + FLAGS] & WHOLE) == WHOLE;
        if (isWhole && TAGS.contains(tag) && valid().size() < 400) {
          add(tag, Arrays.copyOfRange(chunk, start + PAYLOAD, end));
        }
        start = end;
      }
    }

    /** Runs the job, again if another one is running. */
    private Long run(int tries) {
      Job<Long> job = members.get(2).submit(JOB, Long.class);
      neighbourhood.world.runUntil(
          job.report()::isDone, neighbourhood.world.nowNs() + 600 * SECOND);
      BrokenPromise.unless(job.report().isDone(), "a job does not end");
      if (job.report().isCompletedExceptionally() && tries > 1) {
        neighbourhood.world.runFor(10 * SECOND);
        return run(tries - 1);
      }
      return job.report().join().result();
    }

    @Override
    long to(int tag) {
      return tag == HOUSE ? 0 : super.to(tag);
    }

    @Override
    public void check() {
      super.check();
      BrokenPromise.unless(run(3).equals(expected), "a job came to another result");
      BrokenPromise.unless(
          neighbourhood.victim.assumed().contains(VirtualRange.of(300, 600)),
          "the victim has given something away");
    }

    @Override
    public void close() {
      members.forEach(Stealing::close);
    }
  }
}
