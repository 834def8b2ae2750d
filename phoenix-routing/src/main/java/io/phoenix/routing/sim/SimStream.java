package io.phoenix.routing.sim;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a connection: bytes on their way, in order. Chance cuts what was sent in one
 * piece into several, and joins what was sent in several, as TCP does.
 */
final class SimStream {
  /** How long TCP may take to notice that packets pass again. */
  private static final long RESEND_NS = 500_000_000;

  private static final int PACKET_BYTES = 1460;
  private static final int PIECES_PER_SECOND = 200;

  /** One sending in so many is cut into pieces; one arrival in so many waits for the next. */
  private static final int ODDS = 4;

  /** Bytes that arrive together, or, with a reason and no bytes, the end. */
  private static final class Segment {
    final @Nullable String end;
    byte[] bytes;
    long arrivalNs;

    Segment(byte[] bytes, @Nullable String end, long arrivalNs) {
      this.bytes = bytes;
      this.end = end;
      this.arrivalNs = arrivalNs;
    }
  }

  private final SimWorld world;
  private final Path path;
  private final SimWire sender;
  private final SimWire receiver;
  private final RandomGenerator random;
  private final ArrayDeque<Segment> flying = new ArrayDeque<>();

  /** When the last byte given so far will have been put on the way. */
  private long busyUntilNs;

  /** Until then nothing is put on the way: TCP has not noticed yet that packets pass again. */
  private long resumesAtNs;

  private long lastArrivalNs;

  /** Bytes that were given while nothing could be put on the way. */
  private long stuckBytes;

  /** Whether nothing that is sent from now on will arrive. */
  private boolean dead;

  /** Whether the connection is broken: also what was sent before, and the end, may be lost. */
  private boolean broken;

  SimStream(SimWorld world, Path path, SimWire sender, SimWire receiver, RandomGenerator random) {
    this.world = world;
    this.path = path;
    this.sender = sender;
    this.receiver = receiver;
    this.random = random;
  }

  /** Lets nothing arrive before that moment, at which the receiver hears of the connection. */
  void openAt(long timeNs) {
    lastArrivalNs = Math.max(lastArrivalNs, timeNs);
  }

  void send(byte[] bytes) {
    if (isStuck()) {
      stuckBytes += bytes.length;
      if (!dead) {
        flying.add(new Segment(bytes, null, Long.MAX_VALUE));
      }
      return;
    }
    // Much that was sent at once arrives bit by bit, at the rate at which it is sent.
    int most = (int) Math.max(PACKET_BYTES, path.settings.bytesPerSecond() / PIECES_PER_SECOND);
    int cut = random.nextInt(ODDS) == 0 ? random.nextInt(bytes.length) : 0;
    for (int at = 0; at < bytes.length; ) {
      int end = Math.min(bytes.length, at + (at == 0 && cut > 0 ? Math.min(cut, most) : most));
      putOnTheWay(new Segment(Arrays.copyOfRange(bytes, at, end), null, 0));
      at = end;
    }
  }

  private void putOnTheWay(Segment segment) {
    PathSettings settings = path.settings;
    long begin = Math.max(world.nowNs(), busyUntilNs);
    busyUntilNs = begin + settings.transmissionNs(segment.bytes.length);
    long arrival = busyUntilNs + settings.latencyNs() + random.nextLong(settings.jitterNs() + 1);
    fly(segment, arrival);
  }

  private void fly(Segment segment, long arrivalNs) {
    lastArrivalNs = Math.max(lastArrivalNs, arrivalNs); // first in, first out
    segment.arrivalNs = lastArrivalNs;
    flying.add(segment);
    world.add(lastArrivalNs - world.nowNs(), receiver.host().loop(), false, this::arrive);
  }

  /** Hands over everything that is due. */
  private void arrive() {
    if (path.isBlocked() || !isDue(flying.peek())) {
      return;
    }
    if (flying.size() > 1 && !isDue(flying.peekLast()) && random.nextInt(ODDS) == 0) {
      return; // comes together with the next
    }
    byte[] together = takeDue();
    if (together.length > 0) {
      receiver.receive(together);
    }
    Segment end = flying.peek();
    if (end != null && end.end != null && isDue(end)) {
      flying.clear();
      receiver.closeHere(end.end);
    }
  }

  private byte[] takeDue() {
    byte[] together = {};
    for (Segment next = flying.peek();
        next != null && isDue(next) && next.end == null;
        next = flying.peek()) {
      flying.remove();
      if (together.length == 0) {
        together = next.bytes;
      } else {
        byte[] longer = new byte[together.length + next.bytes.length];
        System.arraycopy(together, 0, longer, 0, together.length);
        System.arraycopy(next.bytes, 0, longer, together.length, next.bytes.length);
        together = longer;
      }
    }
    return together;
  }

  private boolean isDue(@Nullable Segment segment) {
    return segment != null && segment.arrivalNs <= world.nowNs();
  }

  /** Whether nothing can be put on the way at present. */
  boolean isStuck() {
    return dead || path.isBlocked();
  }

  long waitingBytes() {
    // The time until TCP resumes is no time in which bytes are sent, so it counts for none.
    long sendsFromNs = Math.max(world.nowNs(), resumesAtNs);
    double busySeconds = Math.max(0, busyUntilNs - sendsFromNs) / 1e9;
    return stuckBytes + Math.round(busySeconds * path.settings.bytesPerSecond());
  }

  /** Calls back, on the sender's loop, when no more than so many bytes can be left to send. */
  void whenDownTo(int bytes, Runnable then) {
    long delayNs = busyUntilNs - world.nowNs() - path.settings.transmissionNs(bytes);
    world.add(Math.max(1, delayNs), sender.host().loop(), false, then);
  }

  /** The sender closes at once: the end overtakes some of what it has sent, as a reset does. */
  void close() {
    if (!dead && random.nextBoolean()) {
      keepPrefix();
    }
    finish();
  }

  /** The sender ends in order: what it has sent arrives, then the end. */
  void finish() {
    if (dead) {
      return;
    }
    dead = true;
    Segment end = new Segment(new byte[0], "closed by " + sender.host().address(), Long.MAX_VALUE);
    if (path.isBlocked()) {
      flying.add(end);
    } else {
      fly(end, world.nowNs() + path.settings.latencyNs());
    }
  }

  /**
   * The connection breaks: a prefix of what is on its way arrives, then the ends are told, or not.
   */
  void breakOff(boolean told, long afterNs) {
    if (broken) {
      return;
    }
    keepPrefix();
    dead = true;
    broken = true;
    if (told) {
      // The reset may come from a router on this side, so a blocked path does not hold it up.
      long atNs = world.nowNs() + path.settings.latencyNs() + afterNs;
      long delayNs = Math.max(atNs, path.isBlocked() ? atNs : lastArrivalNs) - world.nowNs();
      SimLoop loop = receiver.host().loop();
      world.add(delayNs, loop, false, () -> receiver.closeHere("connection reset"));
    }
  }

  /**
   * Loses all but a random number of the bytes on their way: anywhere, in the middle of a frame.
   */
  private void keepPrefix() {
    long total = flying.stream().mapToLong(s -> s.bytes.length).sum();
    long keep = random.nextLong(total + 1);
    var kept = new ArrayDeque<Segment>();
    for (Segment s : flying) {
      if (keep < s.bytes.length) {
        byte[] prefix = new byte[(int) keep];
        System.arraycopy(s.bytes, 0, prefix, 0, prefix.length);
        s.bytes = prefix;
      }
      keep -= s.bytes.length;
      if (s.bytes.length > 0) {
        kept.add(s);
      }
    }
    flying.clear();
    flying.addAll(kept);
  }

  /** Packets pass again: TCP sends once more what had got stuck. */
  void onUnblocked() {
    resumesAtNs = world.nowNs() + random.nextLong(RESEND_NS);
    busyUntilNs = resumesAtNs; // what was being sent is sent once more
    stuckBytes = dead ? stuckBytes : 0;
    var again = new ArrayDeque<>(flying);
    flying.clear();
    for (Segment s : again) {
      putOnTheWay(s);
    }
    sender.awaitWritable();
  }
}
