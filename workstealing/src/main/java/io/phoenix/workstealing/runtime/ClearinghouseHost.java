package io.phoenix.workstealing.runtime;

import io.phoenix.api.Loop;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.clearinghouse.Clearinghouse;
import io.phoenix.workstealing.clearinghouse.ClearinghouseEffects;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage;
import io.phoenix.workstealing.clearinghouse.Notice;
import io.phoenix.workstealing.steal.StealMessage.Result;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Has the clearinghouse while this node assumes virtual node 0. On the node's loop. */
final class ClearinghouseHost implements ClearinghouseEffects {
  /** How many nodes that are gone are remembered: the latest ones. */
  private static final int MAX_GONE = 1000;

  private final Loop loop;
  private final JobHost jobs;
  private final StealingNode node;
  private @Nullable Clearinghouse clearinghouse;

  /**
   * Nodes that are gone since the clearinghouse was last here. If it moves here, it may not have
   * heard of them.
   */
  private final Set<Long> gone = new LinkedHashSet<>();

  ClearinghouseHost(Loop loop, JobHost jobs, StealingNode node) {
    this.loop = loop;
    this.jobs = jobs;
    this.node = node;
  }

  /** The clearinghouse; the first message for it makes it, and from then on it only moves. */
  private Clearinghouse clearinghouse() {
    Clearinghouse present = clearinghouse;
    if (present == null) {
      present = new Clearinghouse(this);
      clearinghouse = present;
    }
    return present;
  }

  void onMessage(long sender, ClearinghouseMessage message) {
    message.dispatch(sender, clearinghouse(), loop.nowNs());
  }

  void onRootResult(Result result) {
    clearinghouse().onRootResult(result.job(), result.result());
  }

  void onGone(long name) {
    Clearinghouse present = clearinghouse;
    if (present != null) {
      present.onGone(name);
    } else {
      gone.add(name);
      if (gone.size() > MAX_GONE) {
        gone.remove(gone.iterator().next());
      }
    }
  }

  // ── moving ──────────────────────────────────────────────────────────────────────────────────

  /** The clearinghouse moves away. */
  @Nullable Clearinghouse close() {
    Clearinghouse present = clearinghouse;
    clearinghouse = null;
    if (present != null) {
      present.close();
    }
    return present;
  }

  /** The clearinghouse did not move after all. */
  void reopen(Clearinghouse back) {
    clearinghouse = back;
    back.reopen();
    tellGone(back);
  }

  /** The clearinghouse has moved here. */
  void open(Clearinghouse moved) {
    clearinghouse = moved;
    moved.resume();
    tellGone(moved);
  }

  private void tellGone(Clearinghouse present) {
    List<Long> names = List.copyOf(gone);
    gone.clear();
    for (long name : names) {
      if (!node.isReachable(name)) { // else the node is back
        present.onGone(name);
      }
    }
  }

  // ── for the clearinghouse ───────────────────────────────────────────────────────────────────

  @Override
  public void send(long to, Notice notice) {
    node.notify(to, notice);
  }

  @Override
  public @Nullable String begin(long job, JobSpec spec) {
    try {
      jobs.make(job, spec).site().begin();
      return null;
    } catch (RuntimeException | Error e) {
      String message = e.getMessage();
      return message != null && e instanceof IllegalArgumentException ? message : e.toString();
    }
  }

  @Override
  public void after(long delayNs, LongConsumer action) {
    var unused = loop.schedule(Duration.ofNanos(delayNs), () -> action.accept(loop.nowNs()));
  }
}
