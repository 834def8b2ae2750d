package io.phoenix.routing.node;

import io.phoenix.api.Message;
import io.phoenix.api.VirtualRange;
import java.util.List;

/** What a node's core asks of the runtime around it; called on the loop. */
public interface CoreEffects {

  /** The message is this node's: give it to its handler, or queue it. */
  void deliver(Message message);

  /**
   * Takes out what is queued for a range that this node no longer assumes, in the order of its
   * arrival: whoever assumes the range next is to receive it.
   */
  List<Message> takeBack(VirtualRange range);

  /** Whether a message to a virtual node is queued that the application has not received. */
  boolean hasUnreceived();

  /** A message sent here no longer takes up room in the send buffer. */
  void onAccepted(Message message);

  /**
   * So many bytes more, or less, of the messages in the send buffer wait for somebody who is away;
   * 0 if only who is away may have changed.
   */
  void onAway(long deltaBytes);

  /** Whether so many messages are queued that peers must be held back. */
  boolean isMailboxFull();

  /** What the queued messages take up. */
  long queuedBytes();

  /** A range has a new owner; 0 if nobody assumes it now. */
  void onOwner(VirtualRange range, long owner, long epoch);

  /** This node lost a range to another that assumed it, too. */
  void onConflict(VirtualRange lost, long winner);

  /** A node is no longer waited for: it has left, or could not be reached for too long. */
  void onGone(long node);

  /** Something that people should know of. */
  void warn(String message);
}
