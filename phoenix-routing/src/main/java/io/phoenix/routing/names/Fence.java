package io.phoenix.routing.names;

import io.phoenix.api.Message;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A message to a whole range: it takes the way that earlier messages of {@code origin} to the range
 * took, and when it reaches the owner, so have they. It is split where owners differ.
 *
 * @param origin who sent it, and is told when it has arrived
 * @param id the origin's number for it
 * @param lane the lane that it travels in
 * @param range where it goes
 */
public record Fence(long origin, long id, int lane, VirtualRange range) {
  private static final int BYTES = 3 * Long.BYTES + 1;

  /** Checks the lane. */
  public Fence {
    if (lane < 0 || lane >= Lane.COUNT) {
      throw new IllegalArgumentException("a fence in lane=" + lane + ", which does not exist");
    }
  }

  /**
   * This fence, if its range is within the space.
   *
   * @throws IllegalArgumentException if it is not
   */
  Fence checked(long spaceSize) {
    if (range.end() > spaceSize) {
      throw new IllegalArgumentException(
          "a fence for " + range + " reaches beyond the space of " + spaceSize);
    }
    return this;
  }

  /**
   * Reads what {@link #toMessage} wrote.
   *
   * @throws IllegalArgumentException if it is not a fence
   */
  public static Fence of(Message message) {
    ByteBuffer bytes = ByteBuffer.wrap(message.payload());
    if (bytes.remaining() != BYTES) {
      throw new IllegalArgumentException("a fence has " + BYTES + " bytes: " + message);
    }
    long id = bytes.getLong();
    VirtualRange range = VirtualRange.of(bytes.getLong(), bytes.getLong());
    return new Fence(message.from(), id, bytes.get(), range);
  }

  /** This fence as a message; an acknowledgement has the same form and goes to the origin. */
  Message toMessage(long to) {
    byte[] bytes =
        ByteBuffer.allocate(BYTES)
            .putLong(id)
            .putLong(range.first())
            .putLong(range.end())
            .put((byte) lane)
            .array();
    return new Message(origin, to, 0, bytes);
  }

  Parcel toParcel(long generation) {
    return new Parcel(toMessage(range.first()), Kind.FENCE, generation, false);
  }

  Fence within(VirtualRange part) {
    return new Fence(origin, id, lane, part);
  }

  Optional<Fence> below(long at) {
    return range.first() < at
        ? Optional.of(within(VirtualRange.of(range.first(), Math.min(at, range.end()))))
        : Optional.empty();
  }

  Optional<Fence> from(long at) {
    return at < range.end()
        ? Optional.of(within(VirtualRange.of(Math.max(at, range.first()), range.end())))
        : Optional.empty();
  }
}
