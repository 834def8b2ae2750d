package io.phoenix.workstealing.runtime;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.state.Incoming;
import io.phoenix.workstealing.house.Clearinghouse;
import io.phoenix.workstealing.runtime.Parcel.OfHouse;
import io.phoenix.workstealing.runtime.Parcel.OfJob;
import io.phoenix.workstealing.runtime.Parcel.OfSubcomputation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What lives in a range, on its way in; nothing of it is there before all of it is. */
final class Arrival implements Incoming {
  private final VirtualRange range;
  private final JobHost jobs;
  private final HouseHost houses;
  private final Parcel.Assembler assembler = new Parcel.Assembler();
  private final List<byte[]> subcomputations = new ArrayList<>();
  private @Nullable OfJob job;
  private @Nullable OfHouse house;

  Arrival(VirtualRange range, JobHost jobs, HouseHost houses) {
    this.range = range;
    this.jobs = jobs;
    this.houses = houses;
  }

  @Override
  public void add(byte[] chunk) {
    assembler.add(chunk);
    for (Parcel parcel = assembler.next(); parcel != null; parcel = assembler.next()) {
      if (parcel instanceof OfJob ofJob) {
        job = ofJob;
      } else if (parcel instanceof OfSubcomputation s) {
        subcomputations.add(s.written());
      } else if (parcel instanceof OfHouse ofHouse) {
        if (!range.contains(0)) {
          throw new IllegalArgumentException("a clearinghouse in " + range);
        }
        house = ofHouse;
      }
    }
  }

  @Override
  public void end(boolean assumed) {
    if (!assumed) {
      return;
    }
    if (!assembler.isEmpty()) {
      throw new IllegalArgumentException("the state of " + range + " is not complete");
    }
    // What cannot be read must not leave half of it behind: first all is read, then put in place.
    OfHouse moved = house;
    Clearinghouse read = moved == null ? null : Clearinghouse.read(moved.written(), houses);
    OfJob known = job;
    if (known != null) {
      jobs.takeIn(known.number(), known.spec(), subcomputations);
    }
    if (read != null) {
      houses.open(read);
    }
  }
}
