package io.phoenix.workstealing.runtime;

import io.phoenix.api.Node;
import io.phoenix.migration.Migration;
import io.phoenix.migration.Operation;
import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobListener;
import io.phoenix.workstealing.JobSpec;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Lets a node take part in jobs, and submit them. Make one for each node, before anything else that
 * concerns virtual nodes.
 *
 * <pre>{@code
 * try (Node node = Phoenix.open(config);
 *     Stealing stealing =
 *         Stealing.on(node, Applications.installed(), StealingSettings.defaults())) {
 *   stealing.found(); //                     the first node; others: stealing.join()
 *   Job<Long> job = stealing.submit(JobSpec.of("nqueens", "14"), Long.class);
 *   JobReport<Long> report = job.await(Duration.ofMinutes(1));
 *   System.out.println(report.result() + ", " + report.total().stolen() + " tasks were stolen");
 *   stealing.leave().await(Duration.ofSeconds(30)); // others go on with what this node had
 * }
 * }</pre>
 *
 * <p><b>Promises.</b> Nodes may join and leave at any moment of a job: no work is lost, none counts
 * twice, as long as no node crashes. A node that leaves is free in bounded time, also in the middle
 * of a long task; see {@link DivideAndConquer#solve}. A task that throws fails its job, not the
 * node.
 *
 * <p>One job runs at a time, on all nodes that assume a part of the space. The node that submits it
 * need not be one of them. All methods may be called from any thread.
 */
public final class Stealing implements AutoCloseable {
  private final StealingNode node;

  private Stealing(StealingNode node) {
    this.node = node;
  }

  /** Lets a node take part. */
  public static Stealing on(Node node, Applications applications, StealingSettings settings) {
    return new Stealing(new StealingNode(node, applications, settings));
  }

  /** Assumes the whole space: for the first node, and for that one only. */
  public void found() {
    node.migration().found();
  }

  /** Becomes the owner of a share of the space, and with that begins to work. */
  public Operation join() {
    return node.migration().join();
  }

  /** Gives everything to a neighbour, who goes on with it. */
  public Operation leave() {
    return node.migration().leave();
  }

  /**
   * Completed when this node has left because it found no work for long, as the job's policy says
   * (see {@link io.phoenix.workstealing.policy.ShrinkingPolicy}). It takes no part in jobs then,
   * until it {@linkplain #join joins} again.
   */
  public CompletableFuture<@Nullable Void> leftByItself() {
    return node.leftByItself();
  }

  /** How this node's part of the space moves. */
  public Migration migration() {
    return node.migration();
  }

  /** As {@link #submit(JobSpec, Class, JobListener)}; nobody listens. */
  public <R> Job<R> submit(JobSpec spec, Class<R> type) {
    return submit(spec, type, JobListener.none());
  }

  /**
   * Submits a job.
   *
   * @param type what its result should be; {@code Object.class} for anything
   * @param listener hears how far it is, and what its tasks write
   * @throws IllegalArgumentException if there is no such application or policy here, or something
   *     is wrong with the arguments
   */
  public <R> Job<R> submit(JobSpec spec, Class<R> type, JobListener listener) {
    return node.submissions().submit(spec, type, listener);
  }

  /**
   * Stops the workers of this node; first {@link #leave}, so that others have its work. Jobs that
   * were submitted here and are not over are cancelled: their reports say so. The same happens when
   * the node is closed.
   */
  @Override
  public void close() {
    node.close();
  }
}
