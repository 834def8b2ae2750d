package io.phoenix.apps.fuzz;

import static io.phoenix.apps.fuzz.Neighbourhood.MS;
import static io.phoenix.apps.fuzz.Neighbourhood.SECOND;

import io.phoenix.apps.fuzz.Intruder.Stage;
import io.phoenix.routing.runtime.OverlayNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * An intruder at a neighbourhood. The first byte of an input says how far it goes in due form; the
 * rest is what it writes then.
 */
class LinkTrial implements Trial {
  /** Long enough for what was written to arrive, and for what it brings about. */
  private static final long SETTLE_NS = 45 * MS;

  private static final int LETTERS_EVERY = 64;
  private static final int HANG_UP_EVERY = 97;

  final Neighbourhood neighbourhood;
  final Intruder intruder;
  private final Lies lies;
  private final List<byte[]> valid = new ArrayList<>();
  private final List<Long> names;
  private Stage stage = Stage.SILENT;
  private long count;

  LinkTrial(Neighbourhood neighbourhood, Intruder intruder) {
    this.neighbourhood = neighbourhood;
    this.intruder = intruder;
    lies = new Lies(neighbourhood::isHonest);
    names =
        neighbourhood.honest().stream()
            .map(OverlayNode::resourceName)
            .map(name -> name.value())
            .toList();
  }

  /** Adds a valid input: what is written at each of these stages. */
  final void add(byte[] bytes, Stage... stages) {
    for (Stage each : stages) {
      valid.add(Mutator.replaced(bytes, 0, 0, new byte[] {each.number()}));
    }
  }

  /** The names of honest nodes, the victim's first. */
  final List<Long> names() {
    return names;
  }

  @Override
  public List<byte[]> valid() {
    return valid;
  }

  /** Some are not broken frames but frames of which all is wrong but their form. */
  @Override
  public byte[] finished(byte[] broken, RandomGenerator random) {
    if (random.nextInt(3) != 0) {
      return withFramesBroken(random.nextInt(3) == 0 ? any(random) : broken, random);
    }
    var maker = new FrameMaker(intruder, names, random);
    byte[] out = {Stage.UP.number()};
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      out = Mutator.replaced(out, out.length, 0, maker.any());
    }
    return out;
  }

  private byte[] any(RandomGenerator random) {
    return valid.get(random.nextInt(valid.size()));
  }

  private static byte[] withFramesBroken(byte[] input, RandomGenerator random) {
    if (input.length < 2 || random.nextInt(3) == 0) {
      return input;
    }
    byte[] frames = Arrays.copyOfRange(input, 1, input.length);
    return Mutator.replaced(new FrameMutator(random).broken(frames), 0, 0, new byte[] {input[0]});
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
    approach(Stage.numbered(input[0]));
    byte[] bytes = lies.tamed(Arrays.copyOfRange(input, 1, input.length));
    if (bytes == null) {
      intruder.hangUp();
    } else {
      intruder.write(bytes);
    }
    neighbourhood.world.runFor(SETTLE_NS);
    for (OverlayNode node : neighbourhood.honest()) {
      while (poll(node)) {
        // An intruder that is a member may send messages.
      }
    }
    neighbourhood.checkLinks();
  }

  private static boolean poll(OverlayNode node) {
    return node.poll() != null;
  }

  /** Connects as far as that, on a new wire unless there is a link already. */
  private void approach(Stage wanted) {
    boolean linked = wanted == Stage.UP && stage == Stage.UP && intruder.isUp();
    if (linked && count % HANG_UP_EVERY != 0) {
      return;
    }
    intruder.hangUp();
    lies.reset();
    stage = wanted;
    for (int attempt = 0; attempt < 3; attempt++) {
      intruder.dial(Neighbourhood.VICTIM_PORT, wanted);
      neighbourhood.world.runUntil(intruder::isSettled, neighbourhood.world.nowNs() + 5 * SECOND);
      if (intruder.isConnected()) {
        return;
      }
      neighbourhood.world.runFor(SECOND); // the wire before may not be gone yet
    }
    throw new BrokenPromise("the victim lets nobody in any more");
  }

  @Override
  public long refused() {
    return intruder.closed();
  }

  @Override
  public void check() {
    intruder.hangUp();
    neighbourhood.world.runFor(60 * SECOND);
    neighbourhood.checkAll();
  }
}
