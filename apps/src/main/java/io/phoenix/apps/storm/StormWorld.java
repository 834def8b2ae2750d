package io.phoenix.apps.storm;

import io.phoenix.api.ResourceName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Where a storm takes place: its nodes, and how time passes there. */
interface StormWorld extends AutoCloseable {

  /** The nodes, linked and ready. */
  List<StormMember> members();

  /** Their names, in the same order. */
  List<ResourceName> names();

  /** The world's clock. */
  long nowNs();

  /** Lets time pass. */
  void pass(Duration time);

  /**
   * Waits for an answer.
   *
   * @throws io.phoenix.apps.UserError if it does not come, or its node has died
   */
  <T> T await(CompletableFuture<T> answer);

  /** Ends all nodes. */
  @Override
  void close();
}
