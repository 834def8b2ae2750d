package io.phoenix.workstealing.runtime;

import io.phoenix.api.Loop;
import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.SiteStatistics;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Failed;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Lines;
import io.phoenix.workstealing.policy.Policies;
import io.phoenix.workstealing.steal.Site;
import io.phoenix.workstealing.steal.SiteEffects;
import io.phoenix.workstealing.steal.SiteSettings;
import io.phoenix.workstealing.steal.StealMessage;
import io.phoenix.workstealing.task.TaskKind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** This node's part in a job: its site, and the runner of its workers. */
final class LocalJob implements SiteEffects {
  /** How often a site gets a tick. */
  private static final Duration TICK = Duration.ofMillis(100);

  /** The longest pause between two reports to the clearinghouse. */
  private static final long MAX_SILENCE_NS = 1_000_000_000;

  /** A report is due when the job has run longer by one part in this many. */
  private static final int FRESHNESS = 10;

  /** How many characters of a stack trace, and of a failure's message, are sent. */
  private static final int MAX_TRACE = 16_000;

  /** What a job needs of its node; any thread may call it. */
  interface Host {
    Loop loop();

    @Nullable VirtualRange interval();

    void send(StealMessage message);

    void tellClearinghouse(ClearinghouseMessage message);

    void leaveVoluntarily();
  }

  private final long number;
  private final JobSpec spec;
  private final Host host;
  private final Site site;
  private final WorkerRunner runner;
  private final AtomicBoolean failed = new AtomicBoolean();
  private final LineBuffer lines;
  private volatile boolean started;
  private boolean ended;
  private long startedNs;
  private long nextReportNs;

  /**
   * Makes the job's part on this node; it begins with {@link #start}.
   *
   * @throws RuntimeException if the application cannot make its work, or there is no such policy
   */
  LocalJob(
      long number,
      JobSpec spec,
      TaskKind kind,
      long self,
      long spaceSize,
      StealingSettings settings,
      Host host) {
    this.number = number;
    this.spec = spec;
    this.host = host;
    lines = new LineBuffer(number);
    Loop loop = host.loop();
    site =
        new Site(
            new SiteSettings(
                number,
                kind,
                Policies.find(spec.policy()),
                settings.workers(),
                self,
                spaceSize,
                settings.cluster(),
                new SplittableRandom(loop.random().nextLong())),
            this);
    CostModel model = settings.simulated();
    runner =
        model == null
            ? new ThreadWorkerRunner(site, "phoenix-worker-" + spec.application(), loop)
            : new SimulatedWorkerRunner(site, model, loop);
  }

  long number() {
    return number;
  }

  JobSpec spec() {
    return spec;
  }

  Site site() {
    return site;
  }

  SiteStatistics statistics() {
    return site.statistics();
  }

  /**
   * Lets workers run. Not to be called before the clearinghouse counts this node as a member: it
   * could end the job without the statistics of this node.
   */
  void start() {
    if (started) {
      return;
    }
    started = true;
    startedNs = host.loop().nowNs();
    nextReportNs = startedNs;
    runner.start();
    tickLater();
  }

  private void tickLater() {
    var unused = host.loop().schedule(TICK, this::tick);
  }

  private void tick() {
    if (!ended) {
      tickLater();
      long nowNs = host.loop().nowNs();
      site.tick(nowNs);
      if (nowNs - nextReportNs >= 0 && host.interval() != null) {
        // More reports, of a thousand nodes, would be too many for the clearinghouse.
        nextReportNs = nowNs + Math.min(MAX_SILENCE_NS, (nowNs - startedNs) / FRESHNESS);
        host.tellClearinghouse(new ClearinghouseMessage.WorkDone(number, site.statistics(), false));
      }
    }
  }

  void end() {
    ended = true;
    site.end();
    runner.stop();
    tell(lines.close());
  }

  // ── for the site, on any thread ─────────────────────────────────────────────────────────────

  @Override
  public void send(StealMessage message) {
    host.send(message);
  }

  @Override
  public void wake(int worker) {
    if (started) { // else all workers look for work when they start
      runner.wake(worker);
    }
  }

  @Override
  public void fail(Throwable cause) {
    if (!failed.getAndSet(true)) { // the first failure ends the job
      host.tellClearinghouse(failure(number, cause));
    }
  }

  static Failed failure(long job, Throwable cause) {
    var text = new StringWriter();
    cause.printStackTrace(new PrintWriter(text, true));
    return new Failed(job, cut(cause.toString()), cut(text.toString()));
  }

  private static String cut(String text) {
    return text.substring(0, Math.min(text.length(), MAX_TRACE));
  }

  @Override
  public void print(String line) {
    tell(lines.add(line));
  }

  /** The submitter has shown the latest batch of lines. */
  void onLinesShown() {
    tell(lines.onLinesShown());
  }

  private void tell(@Nullable Lines written) {
    if (written != null) {
      host.tellClearinghouse(written);
    }
  }

  @Override
  public void after(long delayNs, LongConsumer action) {
    Loop loop = host.loop();
    loop.execute(
        () -> {
          var unused = loop.schedule(Duration.ofNanos(delayNs), () -> action.accept(loop.nowNs()));
        });
  }

  @Override
  public @Nullable VirtualRange interval() {
    return host.interval();
  }

  @Override
  public void leave() {
    host.leaveVoluntarily();
  }
}
