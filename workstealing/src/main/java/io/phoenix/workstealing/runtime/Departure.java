package io.phoenix.workstealing.runtime;

import io.phoenix.api.Loop;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.state.Outgoing;
import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.house.Clearinghouse;
import io.phoenix.workstealing.steal.Cut;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What lives in a range, on its way to another node. */
final class Departure implements Outgoing {
  /** How long long tasks have to come to their end before they are taken away from workers. */
  private static final long GRACE_NS = 20_000_000;

  private final VirtualRange range;
  private final JobHost jobs;
  private final HouseHost houses;
  private final Loop loop;
  private final long startedNs;
  private final Deque<byte[]> parcels = new ArrayDeque<>();
  private int sent;
  private @Nullable LocalJob cutFrom;
  private @Nullable Cut cut;
  private @Nullable Clearinghouse house;

  Departure(VirtualRange range, JobHost jobs, HouseHost houses, Loop loop) {
    this.range = range;
    this.jobs = jobs;
    this.houses = houses;
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
      Cut away = own.site().cut(range);
      cut = away;
      cutFrom = own;
      if (!away.isEmpty()) {
        add(new Parcel.OfJob(own.number(), own.spec()));
        for (byte[] written : away.write(own.site().settings().kind())) {
          add(new Parcel.OfSubcomputation(written));
        }
      }
    }
    if (range.contains(0)) {
      house = houses.close();
      if (house != null) {
        add(new Parcel.OfHouse(house.write()));
      }
    }
  }

  private void add(Parcel parcel) {
    byte[] bytes = parcel.toBytes();
    parcels.add(new ByteWriter().putInt(bytes.length).putRaw(bytes, 0, bytes.length).toBytes());
  }

  @Override
  public byte @Nullable [] next(int maxBytes) {
    var chunk = new ByteWriter();
    while (chunk.length() < maxBytes && !parcels.isEmpty()) {
      byte[] parcel = parcels.getFirst();
      int count = Math.min(maxBytes - chunk.length(), parcel.length - sent);
      chunk.putRaw(parcel, sent, count);
      sent += count;
      if (sent == parcel.length) {
        parcels.removeFirst();
        sent = 0;
      }
    }
    return chunk.length() == 0 ? null : chunk.toBytes();
  }

  @Override
  public void end(boolean handedOver) {
    LocalJob own = cutFrom;
    Cut away = cut;
    if (own != null && away != null && !handedOver) {
      own.site().add(away); // it knows if it is over
    }
    jobs.departed(range, handedOver);
    Clearinghouse back = house;
    if (back != null && !handedOver) {
      houses.reopen(back);
    }
  }
}
