package io.phoenix.routing.node;

/** What the owner of a node does when the node leaves. Called on the node's loop. */
public interface Farewell {
  /**
   * The node neither takes nor sends on any messages now. What it holds is to be written down
   * before the leave can no longer be undone; the mailbox is for the callee to add. {@link
   * NodeCore#onLogKept} is to be called when it is on the disk, {@link NodeCore#onLogNotKept} if it
   * cannot be.
   *
   * @param baggage what a return needs, also if this node is killed before it has told anybody
   * @return whether it is written down; if not, because there is nothing to write, the node goes on
   *     leaving
   */
  boolean keep(Baggage baggage, long nowNs);

  /**
   * The node is gone.
   *
   * @param baggage what could not be handed over; the mailbox is for the callee to add
   * @param inOrder whether every peer was told
   */
  void onGone(Baggage baggage, boolean inOrder, long nowNs);
}
