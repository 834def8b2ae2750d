package io.phoenix.workstealing.clearinghouse;

import io.phoenix.api.ResourceName;
import io.phoenix.workstealing.MemberStatistics;
import io.phoenix.workstealing.SiteStatistics;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Cancel;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Failed;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Lines;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Register;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Submit;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Unregister;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.WorkDone;
import io.phoenix.workstealing.clearinghouse.Notice.Begin;
import io.phoenix.workstealing.clearinghouse.Notice.End;
import io.phoenix.workstealing.clearinghouse.Notice.Printed;
import io.phoenix.workstealing.clearinghouse.Notice.Progress;
import io.phoenix.workstealing.clearinghouse.Notice.Refused;
import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps the members, and one job at a time, from its submission to its last statistics. */
public final class Clearinghouse implements ClearinghouseMessage.Handler {
  /** How long the clearinghouse waits for the statistics of members, after a job is over. */
  static final long FAREWELL_NS = 5_000_000_000L;

  /** How often the submitter is told how far its job is. */
  static final long PROGRESS_NS = 250_000_000L;

  private final ClearinghouseEffects out;
  private final Map<Long, Register> members = new LinkedHashMap<>();
  private long lastJob;
  private @Nullable RunningJob job;
  private boolean closed;

  /** Whether the timer for telling progress is set. */
  private boolean telling;

  /** A clearinghouse without members. */
  public Clearinghouse(ClearinghouseEffects out) {
    this.out = out;
  }

  // ── members ─────────────────────────────────────────────────────────────────────────────────

  @Override
  public void onRegister(long sender, Register m, long nowNs) {
    members.put(sender, m);
    RunningJob present = job;
    if (present != null && !present.isOver()) {
      present.join(sender, m);
      out.send(sender, new Begin(present.number, present.spec, m.visit()));
    } else {
      out.send(sender, new End(lastJob));
    }
  }

  @Override
  public void onUnregister(long sender, Unregister m, long nowNs) {
    members.remove(sender);
    RunningJob present = job;
    if (present != null) {
      if (present.number == m.job()) {
        present.did(sender, m.did(), true);
      }
      present.leave(sender);
      finishIfAllSaid(present);
    }
  }

  /**
   * A member or the submitter is gone. If a member has left in order, its statistics are still
   * under way. A job whose submitter is gone is cancelled: it would keep others from running
   * theirs.
   */
  public void onGone(long node) {
    members.remove(node);
    RunningJob present = job;
    if (present != null) {
      if (present.vanish(node)) {
        giveUpLater(present, node);
      }
      if (present.submitter == node) {
        end(present.number, null, "cancelled, as the node that submitted it was gone", "");
      }
    }
  }

  private void giveUpLater(RunningJob present, long node) {
    out.after(
        FAREWELL_NS,
        nowNs -> {
          present.giveUp(node);
          finishIfAllSaid(present);
        });
  }

  // ── the job ─────────────────────────────────────────────────────────────────────────────────

  @Override
  public void onSubmit(long sender, Submit m, long nowNs) {
    RunningJob present = job;
    if (present != null) {
      out.send(
          sender,
          new Refused(
              m.token(),
              "'%s' is running, submitted by %s: wait for its end, or stop its submitter"
                  .formatted(present.spec, describe(present.submitter))));
      return;
    }
    long number = ++lastJob;
    String wrong = out.begin(number, m.spec());
    if (wrong != null) {
      out.send(sender, new Refused(m.token(), wrong));
      return;
    }
    var begun = new RunningJob(number, m.spec(), sender, m.token());
    job = begun;
    members.forEach(
        (node, member) -> {
          begun.join(node, member);
          out.send(node, new Begin(number, m.spec(), member.visit()));
        });
    tellProgressLater();
  }

  private String describe(long node) {
    Register member = members.get(node);
    return member == null ? "node " + new ResourceName(node) : member.label();
  }

  private void tellProgressLater() {
    if (!telling) {
      telling = true;
      out.after(PROGRESS_NS, this::tellProgress);
    }
  }

  private void tellProgress(long nowNs) {
    telling = false;
    RunningJob present = job;
    if (!closed && present != null && !present.isOver()) {
      int workers = members.values().stream().mapToInt(Register::workers).sum();
      SiteStatistics did = MemberStatistics.total(present.statistics());
      out.send(present.submitter, new Progress(present.token, members.size(), workers, did));
      tellProgressLater();
    }
  }

  /** The root of a job has its result. */
  public void onRootResult(long number, byte[] result) {
    end(number, result, "", "");
  }

  @Override
  public void onFailed(long sender, Failed m, long nowNs) {
    Register member = members.get(sender);
    String where = member == null ? "a node that has left" : member.label();
    end(m.job(), null, m.cause() + " (on " + where + ")", m.trace());
  }

  @Override
  public void onCancel(long sender, Cancel m, long nowNs) {
    RunningJob present = job;
    if (present != null && present.submitter == sender && present.token == m.token()) {
      end(present.number, null, "cancelled", "");
    }
  }

  private void end(long number, byte @Nullable [] result, String failure, String trace) {
    RunningJob present = job;
    if (present == null || present.number != number || present.isOver()) {
      return; // it ended already: a job ends once
    }
    present.end(result, failure, trace);
    present.awaited().forEach(node -> out.send(node, new End(number)));
    finishLater(present);
    finishIfAllSaid(present);
  }

  @Override
  public void onWorkDone(long sender, WorkDone m, long nowNs) {
    RunningJob present = job;
    if (present != null && present.number == m.job()) {
      present.did(sender, m.did(), m.inAll());
      finishIfAllSaid(present);
    }
  }

  @Override
  public void onLines(long sender, Lines m, long nowNs) {
    RunningJob present = job;
    if (present != null && present.number == m.job()) {
      Register member = members.get(sender);
      String label = member == null ? "?" : member.label();
      out.send(present.submitter, new Printed(present.token, sender, label, m));
    }
  }

  private void finishIfAllSaid(RunningJob present) {
    if (present.isOver() && present.awaited().isEmpty()) {
      finish(present);
    }
  }

  /**
   * Members that have not sent their statistics by then are members no more, or every later job
   * would wait for them as long. Those that are alive register again.
   */
  private void finishLater(RunningJob present) {
    out.after(
        FAREWELL_NS,
        nowNs -> {
          if (!closed && job == present) {
            members.keySet().removeAll(present.awaited());
            finish(present);
          }
        });
  }

  private void finish(RunningJob present) {
    if (!closed && job == present) {
      job = null;
      out.send(present.submitter, present.outcome());
    }
  }

  // ── moving ──────────────────────────────────────────────────────────────────────────────────

  /** Writes the clearinghouse, for another node: this one has no effects any more. */
  public byte[] write() {
    var bytes = new ByteWriter();
    bytes.putLong(lastJob).putInt(members.size());
    members.forEach(
        (node, member) ->
            bytes
                .putLong(node)
                .putLong(member.visit())
                .putString(member.label())
                .putInt(member.workers()));
    RunningJob present = job;
    bytes.putBoolean(present != null);
    if (present != null) {
      present.write(bytes);
    }
    return bytes.toBytes();
  }

  /** Stops this clearinghouse from having effects: it lives on at another node. */
  public void close() {
    closed = true;
  }

  /** Lets this clearinghouse have effects again: it did not move after all. */
  public void reopen() {
    closed = false;
    resume();
  }

  /** Reads what {@link #write} wrote; {@link #resume} brings it to life. */
  public static Clearinghouse read(byte[] written, ClearinghouseEffects out) {
    var in = new ByteReader(written);
    var clearinghouse = new Clearinghouse(out);
    clearinghouse.lastJob = in.getLong();
    int count = in.getCount(2 * Long.BYTES + 2 * Integer.BYTES);
    for (int i = 0; i < count; i++) {
      clearinghouse.members.put(
          in.getLong(), new Register(in.getLong(), in.getString(), in.getInt()));
    }
    if (in.getBoolean()) {
      clearinghouse.job = RunningJob.read(in);
    }
    in.expectEnd();
    return clearinghouse;
  }

  /** Sets the timers of a clearinghouse that has moved here. */
  public void resume() {
    RunningJob present = job;
    if (present != null) {
      present.vanished().forEach(node -> giveUpLater(present, node));
      if (present.isOver()) {
        finishLater(present);
      } else {
        tellProgressLater();
      }
    }
  }
}
