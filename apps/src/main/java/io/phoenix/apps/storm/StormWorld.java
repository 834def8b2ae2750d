package io.phoenix.apps.storm;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Where a storm takes place: its nodes, and how time passes there. All methods are called by one
 * thread.
 */
interface StormWorld extends AutoCloseable {

  /** The nodes that take part: linked and ready, and not told to leave. */
  List<StormMember> members();

  /**
   * Starts one more node, linked to some of those that stay, which joins them. When that is
   * completed, {@link #admit} makes it one of the members.
   */
  CompletableFuture<StormMember> join();

  /** Makes a newcomer a member. */
  void admit(StormMember newcomer);

  /** Whether a member can leave now: not while a newcomer counts on its links. */
  boolean mayLeave(StormMember member);

  /**
   * Makes a member leave for good; it is none from now on. Completed with all that it knew, when it
   * is gone; then {@link #forget} ends what is done for it.
   */
  CompletableFuture<StormReport> leave(StormMember member);

  /** A node has left. */
  void forget(int index);

  /** The world's clock. */
  long nowNs();

  /** Lets time pass. */
  void pass(Duration time);

  /**
   * Waits for an answer.
   *
   * @throws io.phoenix.apps.terminal.UserError if it does not come, or its node has died
   */
  <T> T await(CompletableFuture<T> answer);

  /** Ends all nodes. */
  @Override
  void close();
}
