package io.phoenix.workstealing.runtime;

import io.phoenix.api.Loop;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.state.Incoming;
import io.phoenix.migration.state.MigratingState;
import io.phoenix.migration.state.Outgoing;

/**
 * Subcomputations and the clearinghouse, as a migration sees them. A range stays live until workers
 * have stopped running its subcomputations. Nothing is copied ahead: the state is small and changes
 * fast.
 */
record MovingState(JobHost jobs, ClearinghouseHost clearinghouseHost, Loop loop)
    implements MigratingState {

  @Override
  public boolean isLive() {
    return true;
  }

  @Override
  public Outgoing handOut(VirtualRange range) {
    return new OutgoingWork(range, jobs, clearinghouseHost, loop);
  }

  @Override
  public Incoming takeIn(VirtualRange range) {
    return new IncomingWork(range, jobs, clearinghouseHost);
  }
}
