package io.phoenix.apps.storm;

import io.phoenix.api.ResourceName;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A node that takes part in the storm, in this process or in another. */
interface StormMember {

  /** Starts the messages, moves and cuts. */
  CompletableFuture<Void> begin(List<ResourceName> everybody);

  /** From its completion on, messages that arrive stay, nothing moves and nothing is cut. */
  CompletableFuture<Void> stop();

  /** Its counters now. */
  CompletableFuture<StormStats> stats();

  /** All that it knows, at the end. */
  CompletableFuture<StormReport> report();

  /** What its node says of routes, owners and ports: printed if the storm fails. */
  CompletableFuture<String> explain();
}
