package io.phoenix.apps.fuzz;

import static io.phoenix.apps.fuzz.Neighbourhood.MS;
import static io.phoenix.apps.fuzz.Neighbourhood.SECOND;

import io.phoenix.routing.runtime.OverlayNode;
import io.phoenix.routing.sim.SimHost;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A member with a proper node that sends messages of a protocol to the victim. The first byte of an
 * input chooses the tag; the rest is the payload.
 */
abstract class MessageTrial implements Trial {
  private static final int LETTERS_EVERY = 64;

  /** Messages may be sent this long before others must have been taken. */
  private static final int DRAIN_EVERY = 16;

  /** The sender's own node would send no more in the urgent lane. */
  private static final int MOST_URGENT_BYTES = 16 << 10;

  final Neighbourhood neighbourhood;
  final OverlayNode sender;
  private final List<Integer> tags;
  private final List<byte[]> valid = new ArrayList<>();
  private final SimHost host;
  private long count;

  MessageTrial(Neighbourhood neighbourhood, List<Integer> tags) {
    this.neighbourhood = neighbourhood;
    this.tags = tags;
    sender = neighbourhood.open(neighbourhood.neighbour(Neighbourhood.INTRUDER_ADDRESS));
    host =
        neighbourhood.world.network().hosts().stream()
            .filter(each -> each.address().equals(Neighbourhood.INTRUDER_ADDRESS))
            .findFirst()
            .orElseThrow();
    neighbourhood.world.runFor(5 * SECOND);
  }

  /** Adds a valid payload of a tag. */
  final void add(int tag, byte[] payload) {
    valid.add(Mutator.replaced(payload, 0, 0, new byte[] {(byte) tags.indexOf(tag)}));
  }

  @Override
  public List<byte[]> valid() {
    return valid;
  }

  @Override
  public void put(byte[] input) {
    if (input.length == 0) {
      return;
    }
    count++;
    if (count % LETTERS_EVERY == 0) {
      neighbourhood.write();
    }
    int tag = tags.get((input[0] & 0xFF) % tags.size());
    int most = tag < 0 ? MOST_URGENT_BYTES : input.length;
    byte[] payload = Arrays.copyOfRange(input, 1, Math.min(input.length, 1 + most));
    if (isLie(tag, payload)) {
      return;
    }
    long to = to(tag);
    if (!sender.trySend(to, tag, payload)) {
      neighbourhood.world.runFor(SECOND);
      BrokenPromise.unless(sender.trySend(to, tag, payload), "the victim takes nothing any more");
    }
    neighbourhood.world.runFor(count % DRAIN_EVERY == 0 ? 50 * MS : MS);
    if (count % DRAIN_EVERY == 0) {
      while (sender.poll() != null) {
        // Answers.
      }
      neighbourhood.checkLinks();
    }
  }

  /** To whom messages of a tag go. */
  long to(int tag) {
    return neighbourhood.victim.resourceName().value();
  }

  /** Whether it is well formed and a lie that has effects by right: it is left out. */
  boolean isLie(int tag, byte[] payload) {
    return false;
  }

  @Override
  public long refused() {
    return 0;
  }

  /** The sender is gone without a word, and after a while it is as if it had never been there. */
  @Override
  public void check() {
    neighbourhood.world.network().crash(host, true, 0);
    neighbourhood.world.runFor(300 * SECOND);
    neighbourhood.checkAll();
  }
}
