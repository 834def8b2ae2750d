package io.phoenix.workstealing.clearinghouse;

import io.phoenix.workstealing.JobSpec;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** What the clearinghouse asks of its node. */
public interface ClearinghouseEffects {

  /** Sends a notice to a node, by the name of the node. */
  void send(long node, Notice notice);

  /** Begins a job's root on this node; returns what is wrong with the job, or {@code null}. */
  @Nullable String begin(long job, JobSpec spec);

  /** Calls {@code action} with the time, after a delay. */
  void after(long delayNs, LongConsumer action);
}
