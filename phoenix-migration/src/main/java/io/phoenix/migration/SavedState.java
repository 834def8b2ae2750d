package io.phoenix.migration;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.state.Incoming;
import io.phoenix.migration.state.MigratingState;
import io.phoenix.migration.state.Outgoing;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/** The state of a range as bytes, for the log of a leave: see {@link Migration#save}. */
final class SavedState {
  /** Tells it from what an application keeps in its log itself. */
  private static final long MAGIC = 0x50_48_4E_58_53_54_41_54L; // "PHNXSTAT"

  private static final int CHUNK_BYTES = 256 << 10;
  private static final int MOST_BYTES = 1 << 30;

  private SavedState() {}

  /** All that is handed out. */
  static byte[] of(VirtualRange range, Outgoing out) {
    var bytes = new ByteArrayOutputStream();
    try {
      var data = new DataOutputStream(bytes);
      data.writeLong(MAGIC);
      data.writeLong(range.first());
      data.writeLong(range.end());
      for (byte[] chunk = out.next(CHUNK_BYTES); chunk != null; chunk = out.next(CHUNK_BYTES)) {
        data.writeInt(chunk.length);
        data.write(chunk);
        if (bytes.size() > MOST_BYTES) {
          throw new IllegalStateException(
              "the state of " + range + " is longer than " + MOST_BYTES + " bytes: give it away");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // there is none in memory
    }
    return bytes.toByteArray();
  }

  /**
   * Takes in what was saved; on the loop, before the node handles messages.
   *
   * @throws IllegalArgumentException if it is damaged, or the state cannot be taken in
   */
  static void restore(byte[] saved, MigratingState state) {
    ByteBuffer in = ByteBuffer.wrap(saved);
    if (in.remaining() < 3 * Long.BYTES || in.getLong() != MAGIC) {
      return; // the application's own, or nothing
    }
    VirtualRange range = VirtualRange.of(in.getLong(), in.getLong());
    Incoming incoming = state.takeIn(range);
    try {
      while (in.hasRemaining()) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
          throw new IllegalArgumentException("a chunk of " + length + " bytes");
        }
        byte[] chunk = new byte[length];
        in.get(chunk);
        incoming.add(chunk);
      }
      incoming.end(true);
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      incoming.end(false);
      throw new IllegalArgumentException("the state of " + range + " in the log is damaged", e);
    }
  }
}
