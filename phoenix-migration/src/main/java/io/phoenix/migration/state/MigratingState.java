package io.phoenix.migration.state;

import io.phoenix.api.VirtualRange;

/**
 * The state that an application keeps for virtual nodes, as a migration sees it. All methods are
 * called on the node's loop.
 *
 * <pre>{@code
 * final class Pages implements MigratingState { // a text for each virtual node
 *   private final TreeMap<Long, String> pages = new TreeMap<>();
 *
 *   public Outgoing handOut(VirtualRange range) {
 *     var leaving = pages.subMap(range.first(), range.end());
 *     var rest = leaving.entrySet().iterator();
 *     return new Outgoing() {
 *       public byte[] next(int maxBytes) { // a page a piece
 *         return rest.hasNext() ? encode(rest.next()) : null;
 *       }
 *
 *       public void end(boolean handedOver) {
 *         if (handedOver) leaving.clear();
 *       }
 *     };
 *   }
 *
 *   public Incoming takeIn(VirtualRange range) {
 *     return new Incoming() {
 *       public void add(byte[] chunk) {
 *         decode(chunk, pages);
 *       }
 *
 *       public void end(boolean assumed) {
 *         if (!assumed) pages.subMap(range.first(), range.end()).clear();
 *       }
 *     };
 *   }
 * }
 * }</pre>
 *
 * <p>{@code scripts/test migration --subject} puts a class through joins, leaves, cuts and pauses;
 * see the package {@code io.phoenix.migration.story}.
 *
 * <p>An exception thrown by the state ends the transfer, not the node: the range stays with the
 * node that had it.
 */
public interface MigratingState {

  /**
   * Begins to hand out the state of a range that this node assumes. If {@link #isLive} the range is
   * still in use; otherwise it has been released already, and nothing changes it any more.
   */
  Outgoing handOut(VirtualRange range);

  /** Begins to take in the state of a range that this node is going to assume. */
  Incoming takeIn(VirtualRange range);

  /**
   * Whether state can be handed out while it is in use. Then {@link Outgoing} hands out everything
   * once, and again what was changed after that; only the rest is handed out while nobody assumes
   * the range.
   */
  default boolean isLive() {
    return false;
  }

  /** Of an application that keeps no state for virtual nodes. */
  static MigratingState none() {
    return NoState.INSTANCE;
  }
}
