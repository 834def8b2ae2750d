package io.phoenix.apps.storm;

import io.phoenix.api.ResourceName;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A node that takes part in the storm, in this process or in another. */
interface StormMember {

  /** Which node it is, from 0 up; no two have the same, be it that one has left. */
  int index();

  /** Its node's name. */
  ResourceName name();

  /** Starts the messages, moves and cuts; a node that comes later starts no messages. */
  CompletableFuture<Void> begin(List<ResourceName> everybody);

  /** Takes over a share of the space; after {@link #begin}. */
  CompletableFuture<Void> join();

  /** Leaves for good; completed with all that it knew. It is not to be asked anything any more. */
  CompletableFuture<StormReport> leave();

  /** From its completion on, messages that arrive stay, nothing moves and nothing is cut. */
  CompletableFuture<Void> stop();

  /** Its counters now. */
  CompletableFuture<StormStats> stats();

  /** All that it knows, at the end. */
  CompletableFuture<StormReport> report();

  /** What its node says of routes, owners and ports: printed if the storm fails. */
  CompletableFuture<String> explain();
}
