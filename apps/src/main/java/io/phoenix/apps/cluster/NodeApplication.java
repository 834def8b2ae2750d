package io.phoenix.apps.cluster;

import io.phoenix.api.Node;
import io.phoenix.migration.Migration;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Something that runs on the nodes of a cluster: {@code phoenix up FILE -- NAME ARGUMENT…} starts
 * it on each of them. Found by {@link java.util.ServiceLoader}.
 *
 * <pre>{@code
 * public final class Counting implements NodeApplication {
 *   public String name() { return "counting"; }
 *
 *   public Running start(Place place, List<String> arguments) {
 *     var counters = new Counters();
 *     Migration migration = Migration.on(place.node(), counters);
 *     place.node().handle(COUNT, counters::onCount);
 *     return () -> migration;
 *   }
 * }
 * }</pre>
 */
public interface NodeApplication {

  /** What it is called on the command line. */
  String name();

  /**
   * Begins, on a node that assumes nothing yet; joining is seen to when this returns.
   *
   * @throws IllegalArgumentException if the arguments are wrong, saying how
   */
  Running start(Place place, List<String> arguments);

  /**
   * What {@code phoenix up} does, once the nodes are there, until the application is done; {@code
   * null} if there is nothing to wait for.
   *
   * @throws IllegalArgumentException if the arguments are wrong, saying how
   */
  default @Nullable Driver driver(List<String> arguments) {
    return null;
  }

  /** The part of an application that the launching command plays. */
  @FunctionalInterface
  interface Driver {
    /**
     * Drives the application on the nodes of a cluster to its end.
     *
     * @return whether it went well
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    boolean drive(ControlClient client, PrintWriter out, PrintWriter err)
        throws InterruptedException;
  }

  /**
   * Where an application runs.
   *
   * @param node the node
   * @param label what people call the node
   * @param lan the LAN that it is in
   * @param workers how many workers it should have
   */
  record Place(Node node, String label, String lan, int workers) {}

  /** An application that has begun on one node. Its methods are called from any thread. */
  interface Running {
    /** What gives and takes its virtual nodes. */
    Migration migration();

    /** Assumes the whole space, before anybody else has joined. */
    default void found() {
      migration().found();
    }

    /** How it is, in a few words, for {@code phoenix status}. */
    default String status() {
      return "";
    }

    /** Answers a question of its own driver, or of {@code phoenix ask}. */
    default CompletableFuture<String> answer(String question) {
      return CompletableFuture.failedFuture(
          new UnsupportedOperationException("this application answers no questions"));
    }

    /**
     * The node is going to leave: ends what must not be begun any more. What the application holds
     * for virtual nodes moves afterwards, by migration.
     */
    default CompletableFuture<Void> beforeLeave() {
      return CompletableFuture.completedFuture(null);
    }

    /** Completed when the application has made the node assume nothing, so that it can end. */
    default CompletableFuture<@Nullable Void> leftByItself() {
      return new CompletableFuture<>();
    }

    /**
     * Whether the node, when it leaves for a while, takes along what it assumes, with its state:
     * others wait for it then. If not, it gives that away first, and joins again when it is back.
     */
    default boolean takesShareAlong() {
      return true;
    }

    /** The node assumes nothing any more, and is closed next: the last chance to send something. */
    default CompletableFuture<Void> beforeEnd() {
      return CompletableFuture.completedFuture(null);
    }
  }
}
