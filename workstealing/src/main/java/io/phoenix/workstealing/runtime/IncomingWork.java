package io.phoenix.workstealing.runtime;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.state.Incoming;
import io.phoenix.workstealing.clearinghouse.Clearinghouse;
import io.phoenix.workstealing.runtime.MigratedItem.OfClearinghouse;
import io.phoenix.workstealing.runtime.MigratedItem.OfJob;
import io.phoenix.workstealing.runtime.MigratedItem.OfSubcomputation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes in what lives in a range. Nothing of it has an effect before all of it has come. */
final class IncomingWork implements Incoming {
  private final VirtualRange range;
  private final JobHost jobs;
  private final ClearinghouseHost clearinghouseHost;
  private final MigratedItem.Assembler assembler = new MigratedItem.Assembler();
  private final List<byte[]> subcomputations = new ArrayList<>();
  private @Nullable OfJob job;
  private @Nullable OfClearinghouse clearinghouse;

  IncomingWork(VirtualRange range, JobHost jobs, ClearinghouseHost clearinghouseHost) {
    this.range = range;
    this.jobs = jobs;
    this.clearinghouseHost = clearinghouseHost;
  }

  @Override
  public void add(byte[] chunk) {
    assembler.add(chunk);
    for (MigratedItem item = assembler.next(); item != null; item = assembler.next()) {
      if (item instanceof OfJob ofJob) {
        job = ofJob;
      } else if (item instanceof OfSubcomputation s) {
        subcomputations.add(s.written());
      } else if (item instanceof OfClearinghouse ofClearinghouse) {
        if (!range.contains(0)) {
          throw new IllegalArgumentException("a clearinghouse in " + range);
        }
        clearinghouse = ofClearinghouse;
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
    // All is read before anything is put in place: state that cannot be read leaves no half behind.
    OfClearinghouse moved = clearinghouse;
    Clearinghouse read =
        moved == null ? null : Clearinghouse.read(moved.written(), clearinghouseHost);
    OfJob known = job;
    if (known != null) {
      jobs.takeIn(known.number(), known.spec(), subcomputations);
    }
    if (read != null) {
      clearinghouseHost.open(read);
    }
  }
}
