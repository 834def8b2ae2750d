package io.phoenix.routing.runtime;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.phoenix.api.LeaveReport;
import io.phoenix.api.Message;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.PhoenixException;
import io.phoenix.routing.log.LeaveLog;
import io.phoenix.routing.node.Baggage;
import io.phoenix.routing.node.Farewell;
import io.phoenix.routing.node.LeaveMode;
import io.phoenix.routing.node.NodeCore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A leave under way. With a log, it stops between handing over and telling peers, until somebody
 * has written the log:
 *
 * <pre>{@code
 * Leaving leaving = node.beginLeave(LeaveMode.WITH_LOG, () -> state);
 * byte[] log = leaving.log().join(); // nobody has been told yet
 * write(log);
 * leaving.onWritten(); //               or onNotWritten: then the node takes part as before
 * var left = leaving.left().join();
 * write(left.log()); //                 less is in doubt now; the first one is good, too
 * }</pre>
 */
public final class Leaving implements Farewell {
  private final LeaveMode mode;
  private final NodeCore core;
  private final Mailbox mailbox;
  private final NodeConfig config;
  private final Supplier<byte[]> state;
  private final Host host;
  private final LoopCalls calls;
  private final CompletableFuture<byte @Nullable []> log = new CompletableFuture<>();
  private final CompletableFuture<Left> left = new CompletableFuture<>();
  private List<Message> queued = List.of();
  private ByteString kept = ByteString.EMPTY;
  private boolean isLogged;

  /**
   * What a node that has left leaves behind.
   *
   * @param report what became of its messages
   * @param log what {@link OverlayNode#open} takes
   */
  @SuppressWarnings("ArrayRecordComponent") // handed from one owner to the next, never compared
  public record Left(LeaveReport report, byte[] log) {}

  /** The node, which is told how the leave goes. */
  interface Host {
    /** The time on the loop. */
    long nowNs();

    /** The node stays; what was queued for the application is queued again. */
    void onStays();

    /** The node has left. */
    void onGone();
  }

  Leaving(
      LeaveMode mode,
      NodeCore core,
      Mailbox mailbox,
      NodeConfig config,
      Supplier<byte[]> state,
      Host host,
      LoopCalls calls) {
    this.mode = mode;
    this.core = core;
    this.mailbox = mailbox;
    this.config = config;
    this.state = state;
    this.host = host;
    this.calls = calls;
  }

  /**
   * Completed, on the loop, with the log that is to be written now; with {@code null} if none is to
   * be.
   */
  public CompletableFuture<byte @Nullable []> log() {
    return log;
  }

  /** Completed, on the loop, when the node has left; if it stays, with the reason. */
  public CompletableFuture<Left> left() {
    return left;
  }

  /** Goes on without a file: who keeps what {@link #left} brings has the log. */
  CompletableFuture<Left> withoutFile() {
    var unused =
        log.thenAccept(
            bytes -> {
              if (bytes != null) {
                onWritten();
              }
            });
    return left;
  }

  /** The log is on the disk. */
  public void onWritten() {
    calls.run(
        () -> {
          isLogged = true;
          core.onLogKept(host.nowNs());
        });
  }

  /** The log cannot be written. A node that leaves for good does so all the same. */
  public void onNotWritten(RuntimeException reason) {
    calls.run(
        () -> {
          queued.forEach(mailbox::put);
          queued = List.of();
          if (!core.onLogNotKept(host.nowNs())) {
            host.onStays();
            left.completeExceptionally(reason);
          }
        });
  }

  void fail(RuntimeException reason) {
    log.completeExceptionally(reason);
    left.completeExceptionally(reason);
  }

  @Override
  public boolean keep(Baggage baggage, long nowNs) {
    takeQueued();
    Baggage whole = baggage.with(queued, kept);
    boolean hasRest =
        Descriptions.rest(core, whole, false) > 0 || !Descriptions.assumed(whole).isEmpty();
    if (mode != LeaveMode.WITH_LOG && !hasRest) {
      return false;
    }
    try {
      kept = UnsafeByteOperations.unsafeWrap(state.get());
      log.complete(LeaveLog.encode(baggage.with(queued, kept), config));
    } catch (RuntimeException e) {
      log.completeExceptionally(
          new PhoenixException("the application cannot say what to keep: " + e, e));
    }
    return true;
  }

  /** Takes what is queued out of the hands of threads that may still be receiving. */
  private void takeQueued() {
    List<Message> all = new ArrayList<>(queued);
    all.addAll(mailbox.takeAll());
    queued = all;
  }

  @Override
  public void onGone(Baggage baggage, boolean inOrder, long nowNs) {
    takeQueued();
    Baggage whole = baggage.with(queued, kept);
    LeaveReport report = Descriptions.report(core, whole, isLogged, inOrder);
    host.onGone();
    log.complete(null);
    left.complete(new Left(report, LeaveLog.encode(whole, config)));
  }
}
