package io.phoenix.routing.names;

import io.phoenix.api.Message;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Parcel;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Goes ahead of messages that a node which leaves gives into the keeping of another one: earlier
 * messages to the range took this way, and those that follow must not overtake them. In the queue
 * of the keeper it stands where the order has to be restored; it is split where pieces are.
 *
 * @param range to which virtual nodes
 * @param owner through which node earlier messages went
 * @param epoch resolved to which epoch
 */
public record WayMark(VirtualRange range, long owner, long epoch) {
  private static final int BYTES = 4 * Long.BYTES;

  /**
   * Reads what {@link #toParcel} wrote.
   *
   * @throws IllegalArgumentException if it is not such a mark, or is beyond the space
   */
  public static WayMark of(Message message, long spaceSize) {
    ByteBuffer bytes = ByteBuffer.wrap(message.payload());
    if (bytes.remaining() != BYTES) {
      throw new IllegalArgumentException("a way mark has " + BYTES + " bytes: " + message);
    }
    VirtualRange range = VirtualRange.of(bytes.getLong(), bytes.getLong());
    WayMark mark = new WayMark(range, bytes.getLong(), bytes.getLong());
    if (range.end() > spaceSize || !ResourceName.isResourceName(mark.owner) || mark.epoch <= 0) {
      throw new IllegalArgumentException("a way mark that leads nowhere: " + mark);
    }
    return mark;
  }

  Parcel toParcel(long from, long generation) {
    byte[] bytes =
        ByteBuffer.allocate(BYTES)
            .putLong(range.first())
            .putLong(range.end())
            .putLong(owner)
            .putLong(epoch)
            .array();
    Message message = new Message(from, range.first(), 0, bytes);
    return new Parcel(message, Kind.WAY, generation, false);
  }

  /** The part of a parcel with a mark that is about {@code part}, if any is. */
  static Optional<Parcel> within(Parcel parcel, VirtualRange part) {
    WayMark mark = of(parcel.message(), Long.MAX_VALUE);
    return mark.range
        .intersection(part)
        .map(
            r ->
                new WayMark(r, mark.owner, mark.epoch)
                    .toParcel(parcel.message().from(), parcel.generation()));
  }
}
