package io.phoenix.apps.storm;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.state.Incoming;
import io.phoenix.migration.state.MigratingState;
import io.phoenix.migration.state.Outgoing;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The receiving ends of streams, as a migration moves them. A chunk holds some virtual nodes, each
 * followed by all of its streams.
 */
final class StreamState implements MigratingState {
  private final OrderChecker checker;
  private final boolean live;
  private final List<Copy> copies = new ArrayList<>();

  /**
   * State that is in {@code checker}.
   *
   * @param live whether it is handed out while messages still come
   */
  StreamState(OrderChecker checker, boolean live) {
    this.checker = checker;
    this.live = live;
  }

  @Override
  public boolean isLive() {
    return live;
  }

  /**
   * Checks a delivery; {@code true} if the message has not come before and belongs here.
   *
   * @param assumed whether this node assumes {@code v}: its history may be here on its way in or
   *     out
   * @param problems is told what is wrong, if anything is
   */
  boolean onDelivery(long v, HopMessage hop, boolean assumed, Collection<String> problems) {
    if (!assumed) {
      checker.onMisplaced(v, hop.stream(), hop.number(), problems);
      return false;
    }
    copies.forEach(copy -> copy.onChange(v));
    return checker.onDelivery(v, hop.stream(), hop.number(), problems);
  }

  @Override
  public Outgoing handOut(VirtualRange range) {
    var copy = new Copy(range);
    copies.add(copy);
    return copy;
  }

  /** What arrives is kept apart until the range is assumed: until then it is not to be used. */
  @Override
  public Incoming takeIn(VirtualRange range) {
    var arrived = new OrderChecker();
    return new Incoming() {
      @Override
      public void add(byte[] chunk) {
        read(chunk, arrived);
      }

      @Override
      public void end(boolean assumed) {
        if (assumed) {
          if (arrived.size() != range.size()) {
            throw new IllegalStateException(
                "%d of the %d virtual nodes of %s have arrived"
                    .formatted(arrived.size(), range.size(), range));
          }
          checker.adopt(arrived);
        }
      }
    };
  }

  private static void read(byte[] chunk, OrderChecker into) {
    var bytes = new ByteArrayInputStream(chunk);
    try (var in = new DataInputStream(bytes)) {
      while (bytes.available() > 0) {
        into.read(in.readLong(), in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Copy implements Outgoing {
    private static final int GUESSED_BYTES = 64;

    private final VirtualRange range;

    /** From here on nothing has been handed out. */
    private long next;

    /** Handed out already, and to be handed out again. */
    private final Set<Long> changed = new LinkedHashSet<>();

    private long handedOut;
    private long handedOutBytes;

    Copy(VirtualRange range) {
      this.range = range;
      next = range.first();
    }

    void onChange(long v) {
      if (range.contains(v) && v < next) {
        changed.add(v);
      }
    }

    @Override
    public byte @Nullable [] next(int maxBytes) {
      var bytes = new ByteArrayOutputStream();
      try (var out = new DataOutputStream(bytes)) {
        while (bytes.size() < maxBytes && hasMore()) {
          long v = take();
          out.writeLong(v);
          checker.write(v, out);
          handedOut++;
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      handedOutBytes += bytes.size();
      return bytes.size() == 0 ? null : bytes.toByteArray();
    }

    private boolean hasMore() {
      return next < range.end() || !changed.isEmpty();
    }

    private long take() {
      if (next < range.end()) {
        return next++;
      }
      Iterator<Long> first = changed.iterator();
      long v = first.next();
      first.remove();
      return v;
    }

    @Override
    public long remainingBytes() {
      long each = handedOut == 0 ? GUESSED_BYTES : handedOutBytes / handedOut;
      return (range.end() - next + changed.size()) * each;
    }

    @Override
    public void end(boolean handedOver) {
      copies.remove(this);
      if (handedOver) {
        checker.discard(range);
      }
    }
  }
}
