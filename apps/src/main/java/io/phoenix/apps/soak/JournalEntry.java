package io.phoenix.apps.soak;

import java.nio.ByteBuffer;

/**
 * One line of a node's journal.
 *
 * @param timeNs when, by the clock that all processes of this machine share
 * @param kind what happened
 * @param stream the stream of the message: its sender's lineage and lane, see {@link
 *     io.phoenix.apps.storm.Streams}
 * @param v the virtual node that the message is for
 * @param number the message's number in its stream to that virtual node, from 1
 */
record JournalEntry(long timeNs, Kind kind, int stream, int v, int number) {
  static final int BYTES = Long.BYTES + 4 * Integer.BYTES;

  private static final Kind[] KINDS = Kind.values();

  /** What can be said in a journal. */
  enum Kind {
    /** The node is about to send the message. */
    SENT(0),
    /** The overlay did not take the message that was noted last: its number is used again. */
    REFUSED(1),
    /** The node has received the message. */
    RECEIVED(2);

    private final int code;

    Kind(int code) {
      this.code = code;
    }
  }

  void putTo(ByteBuffer out) {
    out.putLong(timeNs).putInt(kind.code).putInt(stream).putInt(v).putInt(number);
  }

  static JournalEntry from(ByteBuffer in) {
    return new JournalEntry(
        in.getLong(), KINDS[in.getInt()], in.getInt(), in.getInt(), in.getInt());
  }
}
