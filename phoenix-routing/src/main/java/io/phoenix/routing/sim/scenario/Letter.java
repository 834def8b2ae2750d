package io.phoenix.routing.sim.scenario;

import io.phoenix.api.Message;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What the messages of a scenario say, so that the receiver can tell what is wrong with them.
 *
 * @param sender the index of the actor that wrote it
 * @param target the name that it was sent to
 * @param number its number among those of one {@link Stream}, from 1
 * @param hops how many more messages it shall set off
 */
record Letter(int sender, long target, long number, int hops) {
  static final int LEAST_BYTES = 4 + 8 + 8 + 4;

  /** What keeps its order: letters of one sender to one name, that are consumed in one way. */
  record Stream(int sender, long target, Way way) {}

  /** How letters are consumed. */
  enum Way {
    /** Taken by a handler. */
    BULK(1),
    /** Taken by another handler: what is queued is handed over tag by tag when it is set. */
    OTHER_BULK(2),
    /** In the lane of its own, taken by a handler. */
    URGENT(-1),
    /** Queued in the mailbox and polled. */
    POLLED(3);

    final int tag;

    Way(int tag) {
      this.tag = tag;
    }
  }

  Stream stream(Way way) {
    return new Stream(sender, target, way);
  }

  /** This letter with so much after it that the payload has the given size, if it fits. */
  byte[] toBytes(int size) {
    byte[] bytes = new byte[Math.max(size, LEAST_BYTES)];
    ByteBuffer.wrap(bytes).putInt(sender).putLong(target).putLong(number).putInt(hops);
    for (int i = LEAST_BYTES; i < bytes.length; i++) {
      bytes[i] = filler(i);
    }
    return bytes;
  }

  private byte filler(int i) {
    return (byte) (i * 31 + (i >>> 8) + number * 7 + sender);
  }

  static Letter of(Message message) {
    return of(ByteBuffer.wrap(message.payload()));
  }

  /** Reads a letter from the beginning of its payload. */
  static Letter of(ByteBuffer bytes) {
    return new Letter(bytes.getInt(), bytes.getLong(), bytes.getLong(), bytes.getInt());
  }

  /** What is wrong with the message that this was read from; {@code null} if nothing is. */
  @Nullable String damageIn(Message message) {
    if (message.to() != target) {
      return "it was sent to " + target + ", but says that it is for " + message.to();
    }
    byte[] bytes = message.payload();
    for (int i = LEAST_BYTES; i < bytes.length; i++) {
      if (bytes[i] != filler(i)) {
        return "byte " + i + " of " + bytes.length + " has changed";
      }
    }
    return null;
  }
}
