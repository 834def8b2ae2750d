package io.phoenix.routing.names;

import io.phoenix.api.Message;
import io.phoenix.routing.flow.Parcel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the dispatcher asks of the node around it. */
public interface DispatchEffects {

  /**
   * The message is for this node: hand it to the application. A fence among them has its turn in
   * the same order, when it is to be given to {@link Dispatcher#onReached}.
   */
  void deliver(Parcel parcel);

  /**
   * The message, just handed over by a peer, is for this node: hand it to the application, now if
   * possible.
   */
  void deliverNow(Message message, long generation);

  /** Pass it on to another node, resolved to that epoch. */
  void forward(long node, int lane, Parcel parcel, long epoch, long nowNs);

  /** As {@link #forward}, for a counted message that was sent here. */
  void forwardOwn(long node, int lane, Message message, long epoch, long nowNs);

  /** So many bytes more, or less, of counted messages are held. */
  void onAway(long deltaBytes);

  /**
   * The ways that a node has left behind; {@code null} if it is there, or may return, or what it
   * had sent on may be lost.
   */
  @Nullable List<Way> leftBehind(long node);

  /** The name that a node has now if it left under {@code node} and returned; else the same. */
  default long current(long node) {
    return node;
  }

  /** Whether a node has accepted all that was sent to it, or cannot be waited for. */
  default boolean hasAccepted(long node) {
    return true;
  }

  /** Whether the application has not received all messages to virtual nodes that it was given. */
  boolean hasUnreceived();

  /**
   * A fence of another node has passed its range's owner, which is this node.
   *
   * @param epoch if what the fence followed may not have been received, the epoch at which this
   *     node assumes the range; else 0
   */
  void acknowledgeFence(long origin, Message acknowledgement, long epoch, long nowNs);
}
