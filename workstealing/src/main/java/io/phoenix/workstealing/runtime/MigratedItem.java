package io.phoenix.workstealing.runtime;

import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.clearinghouse.ClearinghouseCodec;
import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import org.jspecify.annotations.Nullable;

/** An item of the state that moves with a range. */
sealed interface MigratedItem {

  /** The job of the subcomputations that follow: the new owner may not know it yet. */
  record OfJob(long number, JobSpec spec) implements MigratedItem {}

  /** A subcomputation. */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record OfSubcomputation(byte[] written) implements MigratedItem {}

  /** The clearinghouse. */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record OfClearinghouse(byte[] written) implements MigratedItem {}

  /** The item as bytes. */
  default byte[] toBytes() {
    var out = new ByteWriter();
    if (this instanceof OfJob job) {
      out.putByte(1).putLong(job.number);
      ClearinghouseCodec.writeSpec(job.spec, out);
    } else if (this instanceof OfSubcomputation s) {
      out.putByte(2).putRaw(s.written, 0, s.written.length);
    } else if (this instanceof OfClearinghouse clearinghouse) {
      out.putByte(3).putRaw(clearinghouse.written, 0, clearinghouse.written.length);
    }
    return out.toBytes();
  }

  /**
   * The item of bytes.
   *
   * @throws IllegalArgumentException if they are none
   */
  static MigratedItem from(byte[] bytes) {
    var in = new ByteReader(bytes);
    int type = in.getByte();
    return switch (type) {
      case 1 -> {
        var job = new OfJob(in.getLong(), ClearinghouseCodec.readSpec(in));
        in.expectEnd();
        yield job;
      }
      case 2 -> new OfSubcomputation(in.getRaw(in.remaining()));
      case 3 -> new OfClearinghouse(in.getRaw(in.remaining()));
      default -> throw new IllegalArgumentException("item of type " + type);
    };
  }

  /** Puts items together again that were cut into chunks. Each item follows its length. */
  final class Assembler {
    private static final int MAX_BYTES = 1 << 30;

    private final ByteWriter rest = new ByteWriter();
    private int consumed;

    void add(byte[] chunk) {
      rest.putRaw(chunk, 0, chunk.length);
    }

    /** The next item that is complete. */
    @Nullable MigratedItem next() {
      int available = rest.length() - consumed;
      if (available < Integer.BYTES) {
        return null;
      }
      int length = rest.getInt(consumed);
      if (length < 1 || length > MAX_BYTES) {
        throw new IllegalArgumentException("a item of " + length + " bytes");
      }
      if (available - Integer.BYTES < length) {
        return null;
      }
      MigratedItem item = from(rest.slice(consumed + Integer.BYTES, length));
      consumed += Integer.BYTES + length;
      if (consumed == rest.length()) {
        rest.clear();
        consumed = 0;
      }
      return item;
    }

    boolean isEmpty() {
      return rest.length() == consumed;
    }
  }
}
