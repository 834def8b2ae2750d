package io.phoenix.apps.table;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.state.Outgoing;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A range's entries on their way out. A cursor goes through them once, in their order; what changes
 * ahead of it is met in its turn, what changes behind it is sent again, at last as it is then.
 *
 * <p>A piece is a sequence of entries: virtual node, lengths of key and value, key, value. A length
 * of -1 stands for an entry that was removed.
 */
final class EntryCopy implements Outgoing {
  private static final int HEADER_BYTES = Long.BYTES + 2 * Integer.BYTES;
  private static final int REMOVED = -1;

  private final Entries entries;
  private final VirtualRange range;
  private final EndListener onEnd;
  private final Set<Key> changed = new LinkedHashSet<>();

  /** The last entry that was copied ahead. */
  private @Nullable Key cursor;

  private boolean behindAll;

  /** How many entries the cursor has not met. */
  private long ahead;

  /** Hears that a copy is over. */
  @FunctionalInterface
  interface EndListener {
    /** See {@link Outgoing#end}. */
    void onEnd(EntryCopy copy, boolean handedOver);
  }

  EntryCopy(Entries entries, VirtualRange range, EndListener onEnd) {
    this.entries = entries;
    this.range = range;
    this.onEnd = onEnd;
    ahead = entries.count(range);
  }

  VirtualRange range() {
    return range;
  }

  /**
   * An entry has been put or removed.
   *
   * @param more how many entries there are more
   */
  void onChange(Key key, int more) {
    if (!range.contains(key.v())) {
      return;
    }
    if (behindAll || (cursor != null && key.compareTo(cursor) <= 0)) {
      changed.add(key);
    } else {
      ahead += more;
    }
  }

  @Override
  public byte @Nullable [] next(int maxBytes) {
    var piece = new Piece(maxBytes);
    copyAhead(piece);
    if (behindAll) {
      copyChanged(piece);
    }
    return piece.toBytes();
  }

  private void copyAhead(Piece piece) {
    while (!behindAll) {
      Map.Entry<Key, byte[]> entry = entries.after(cursor, range);
      if (entry == null) {
        behindAll = true;
      } else if (piece.add(entry.getKey(), entry.getValue())) {
        cursor = entry.getKey();
        ahead--;
      } else {
        return;
      }
    }
  }

  private void copyChanged(Piece piece) {
    Iterator<Key> next = changed.iterator();
    while (next.hasNext()) {
      Key key = next.next();
      if (!piece.add(key, entries.get(key))) {
        return;
      }
      next.remove();
    }
  }

  @Override
  public long remainingBytes() {
    long average = entries.size() == 0 ? 0 : entries.bytes() / entries.size();
    return (ahead + changed.size()) * (average + HEADER_BYTES);
  }

  @Override
  public void end(boolean handedOver) {
    onEnd.onEnd(this, handedOver);
  }

  /**
   * Puts the entries of a piece where they belong.
   *
   * @throws RuntimeException if it is none, or not of {@code range}
   */
  static void read(ByteBuffer piece, VirtualRange range, Entries entries) {
    while (piece.hasRemaining()) {
      long v = piece.getLong();
      int keyLength = piece.getInt();
      int valueLength = piece.getInt();
      if (!range.contains(v)) {
        throw new IllegalArgumentException("an entry of virtual node " + v + ", not of " + range);
      }
      Key key = new Key(v, TableCodec.getBytes(piece, keyLength));
      if (valueLength == REMOVED) {
        entries.remove(key);
      } else {
        entries.put(key, TableCodec.getBytes(piece, valueLength));
      }
    }
  }

  /** A piece that is being filled. */
  private static final class Piece {
    private final int maxBytes;
    private ByteBuffer bytes = ByteBuffer.allocate(0);

    Piece(int maxBytes) {
      this.maxBytes = maxBytes;
    }

    /** Adds an entry, if there is room; for the first one there always is. */
    boolean add(Key key, byte @Nullable [] value) {
      int length = HEADER_BYTES + key.bytes().length + (value == null ? 0 : value.length);
      if (bytes.position() == 0) {
        bytes = ByteBuffer.allocate(Math.max(maxBytes, length));
      } else if (length > bytes.remaining()) {
        return false;
      }
      bytes.putLong(key.v()).putInt(key.bytes().length);
      bytes.putInt(value == null ? REMOVED : value.length).put(key.bytes());
      if (value != null) {
        bytes.put(value);
      }
      return true;
    }

    byte @Nullable [] toBytes() {
      if (bytes.position() == 0) {
        return null;
      }
      byte[] filled = new byte[bytes.position()];
      bytes.flip().get(filled);
      return filled;
    }
  }
}
