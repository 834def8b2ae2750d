package io.phoenix.migration.transfer;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.transfer.TransferMessage.Ask;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Transfers whose sink vanished after the range was handed over. Nobody here knows whether it
 * assumed the range: the state is kept, the range is not assumed, and from time to time the sink is
 * asked.
 */
final class Doubts {
  /** Asks come at growing intervals, up to this many times the first. */
  private static final int SLOWEST = 600;

  private final TransferEffects out;
  private final long askNs;
  private final List<Source> sources = new ArrayList<>();

  Doubts(TransferEffects out, long askNs) {
    this.out = out;
    this.askNs = askNs;
  }

  void add(Source source) {
    sources.add(source);
    askLater(source, 1);
  }

  boolean isEmpty() {
    return sources.stream().allMatch(Source::hasEnded);
  }

  List<VirtualRange> ranges() {
    return sources.stream().filter(source -> !source.hasEnded()).map(Source::range).toList();
  }

  @Nullable Source find(ResourceName sink, Attempt attempt) {
    for (Source source : sources) {
      if (source.attempt().equals(attempt) && source.sink().equals(sink)) {
        return source;
      }
    }
    return null;
  }

  /** An owner of virtual nodes was heard of: if it came after the release, there is no doubt. */
  void onOwner(VirtualRange range, ResourceName owner, long epoch, long nowNs) {
    for (Source source : List.copyOf(sources)) {
      if (source.isSucceededBy(range, owner, epoch)) {
        source.onOwnerSeen(nowNs);
      }
    }
    sweep();
  }

  /** Somebody offers this node virtual nodes: it has them, so those in doubt among them arrived. */
  void onOffer(VirtualRange range, long nowNs) {
    for (Source source : List.copyOf(sources)) {
      if (source.range().overlaps(range)) {
        source.onOwnerSeen(nowNs);
      }
    }
    sweep();
  }

  /** A person knows that the sinks of these virtual nodes are dead; returns what comes back. */
  List<VirtualRange> reclaim(VirtualRange range, long nowNs) {
    List<VirtualRange> back = new ArrayList<>();
    for (Source source : List.copyOf(sources)) {
      if (range.contains(source.range())) {
        back.add(source.range());
        source.reclaim(nowNs);
      }
    }
    sweep();
    return back;
  }

  void sweep() {
    sources.removeIf(Source::hasEnded);
  }

  private void askLater(Source source, int times) {
    var unused =
        out.after(
            askNs * times,
            now -> {
              if (!source.hasEnded()) {
                out.send(source.sink(), new Ask(source.attempt()));
                askLater(source, Math.min(2 * times, SLOWEST));
              }
            });
  }
}
