package io.phoenix.workstealing.runtime;

import io.phoenix.api.Loop;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.state.Outgoing;
import io.phoenix.workstealing.clearinghouse.Clearinghouse;
import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.steal.MovedWork;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Hands out what lives in a range, to another node. */
final class OutgoingWork implements Outgoing {
  /** How long workers may go on with long tasks before these are taken away from them. */
  private static final long GRACE_NS = 20_000_000;

  private final VirtualRange range;
  private final JobHost jobs;
  private final ClearinghouseHost clearinghouseHost;
  private final Loop loop;
  private final long startedNs;
  private final Deque<byte[]> items = new ArrayDeque<>();
  private int sent;
  private @Nullable LocalJob cutFrom;
  private @Nullable MovedWork cut;
  private @Nullable Clearinghouse clearinghouse;

  OutgoingWork(VirtualRange range, JobHost jobs, ClearinghouseHost clearinghouseHost, Loop loop) {
    this.range = range;
    this.jobs = jobs;
    this.clearinghouseHost = clearinghouseHost;
    this.loop = loop;
    startedNs = loop.nowNs();
    jobs.depart(range);
  }

  @Override
  public boolean canFreeze() {
    LocalJob own = jobs.current();
    if (own == null || own.site().isStill(range)) {
      return true;
    }
    if (loop.nowNs() - startedNs > GRACE_NS) {
      own.site().takeFromLongTasks(range);
    }
    return own.site().isStill(range);
  }

  @Override
  public void freeze() {
    LocalJob own = jobs.current();
    if (own != null) {
      MovedWork away = own.site().takeOut(range);
      cut = away;
      cutFrom = own;
      if (!away.isEmpty()) {
        add(new MigratedItem.OfJob(own.number(), own.spec()));
        for (byte[] written : away.write(own.site().settings().kind())) {
          add(new MigratedItem.OfSubcomputation(written));
        }
      }
    }
    if (range.contains(0)) {
      clearinghouse = clearinghouseHost.close();
      if (clearinghouse != null) {
        add(new MigratedItem.OfClearinghouse(clearinghouse.write()));
      }
    }
  }

  private void add(MigratedItem item) {
    byte[] bytes = item.toBytes();
    items.add(new ByteWriter().putInt(bytes.length).putRaw(bytes, 0, bytes.length).toBytes());
  }

  @Override
  public byte @Nullable [] next(int maxBytes) {
    var chunk = new ByteWriter();
    while (chunk.length() < maxBytes && !items.isEmpty()) {
      byte[] item = items.getFirst();
      int count = Math.min(maxBytes - chunk.length(), item.length - sent);
      chunk.putRaw(item, sent, count);
      sent += count;
      if (sent == item.length) {
        items.removeFirst();
        sent = 0;
      }
    }
    return chunk.length() == 0 ? null : chunk.toBytes();
  }

  @Override
  public void end(boolean handedOver) {
    LocalJob own = cutFrom;
    MovedWork away = cut;
    if (own != null && away != null && !handedOver) {
      own.site().add(away); // a site that is over ignores it
    }
    jobs.departed(range, handedOver);
    Clearinghouse back = clearinghouse;
    if (back != null && !handedOver) {
      clearinghouseHost.reopen(back);
    }
  }
}
