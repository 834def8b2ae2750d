package io.phoenix.routing.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Port;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every transport of real threads promises; a subclass provides the transport. */
@Timeout(60)
public abstract class WireContract {
  private static final long FOREVER = Long.MAX_VALUE;

  /** Two nodes' worlds: one that dials and one that listens. */
  protected abstract World near();

  protected abstract World far();

  /** Breaks the connection between the two, with what is under way. */
  protected abstract void cut();

  protected abstract Port anyPort();

  /** How the near world dials a port that the far one listens on. */
  protected Port way(Port port) {
    return port;
  }

  /** What it is told when nobody listens there. */
  protected String refusalOf(Port port) {
    return "connection refused by " + port;
  }

  /** How much more than others a wire may hold back, having reason to. */
  protected int slackBytes() {
    return 0;
  }

  /** A loop and a transport on it. */
  public record World(NodeLoop loop, Transport transport) {}

  @AfterEach
  void closeWorlds() {
    near().transport().close();
    far().transport().close();
    near().loop().shutdown();
    far().loop().shutdown();
  }

  @Test
  void deliversBytesInOrderHoweverTheyAreCutUp() throws InterruptedException {
    int total = 20_000_000;
    var source = new Source(near().loop(), total, 2);
    var sink = new Sink(far().loop(), total, 1);
    Port port =
        far()
            .transport()
            .listen(
                anyPort(),
                (wire, now) -> {
                  awaitQuietly(source.sawFull); // nothing is read until back-pressure is felt
                  return sink;
                });
    near().transport().dial(way(port), source);
    sink.done.await();
    assertThat(sink.wrong).isNull();
    // What is in front of a control frame: less than 256 KiB and one piece.
    assertThat(source.maxQueuedBytes).isBetween(1L, 256 * 1024 + 60_000L + slackBytes());
  }

  @Test
  void carriesBothWaysAtOnce() throws InterruptedException {
    int total = 5_000_000;
    var there = new Both(far().loop(), total, 3);
    Port port = far().transport().listen(anyPort(), (wire, now) -> there.on(wire));
    var back = new Both(near().loop(), total, 4);
    near().transport().dial(way(port), back);
    there.sink.done.await();
    back.sink.done.await();
    assertThat(there.sink.wrong).isNull();
    assertThat(back.sink.wrong).isNull();
  }

  @Test
  void aFrameLongerThanAnyBufferIsGatheredWhole() throws InterruptedException {
    int length = 1_100_000;
    var got = new CountDownLatch(1);
    Port port =
        far()
            .transport()
            .listen(
                anyPort(),
                (wire, now) ->
                    new Quiet() {
                      @Override
                      public void onBytes(ByteBuffer bytes, long nowNs) {
                        if (bytes.remaining() >= length) {
                          bytes.position(bytes.position() + length);
                          got.countDown();
                        }
                      }
                    });
    near()
        .transport()
        .dial(
            way(port),
            new Connected() {
              @Override
              public WireHandler onConnected(Wire wire, long nowNs) {
                wire.reserve(length).put(new byte[length]);
                wire.flush();
                return new Quiet();
              }
            });
    got.await();
  }

  @Test
  void whatWasReservedAndTakenBackIsNotSent() throws InterruptedException {
    var got = new CountDownLatch(1);
    var values = new AtomicReference<String>();
    Port port =
        far()
            .transport()
            .listen(
                anyPort(),
                (wire, now) ->
                    new Quiet() {
                      @Override
                      public void onBytes(ByteBuffer bytes, long nowNs) {
                        if (bytes.remaining() >= 12) {
                          values.set(bytes.getInt() + " " + bytes.getInt() + " " + bytes.getInt());
                          got.countDown();
                        }
                      }
                    });
    var queued = new AtomicReference<Long>();
    near()
        .transport()
        .dial(
            way(port),
            new Connected() {
              @Override
              public WireHandler onConnected(Wire wire, long nowNs) {
                wire.reserve(4).putInt(1);
                wire.reserve(20_000).putInt(2);
                wire.unreserve(20_000 - 4);
                wire.reserve(100_000);
                wire.unreserve(100_000);
                wire.reserve(4).putInt(3);
                queued.set(wire.queuedBytes());
                wire.flush();
                return new Quiet();
              }
            });
    got.await();
    assertThat(values.get()).isEqualTo("1 2 3");
    assertThat(queued.get()).isEqualTo(12);
  }

  @Test
  void closingTellsBothEndsOnceAndWhatWasFlushedBeforeArrives() throws InterruptedException {
    var far = new Quiet();
    var near = new Quiet();
    Port port = far().transport().listen(anyPort(), (wire, now) -> far);
    near()
        .transport()
        .dial(
            way(port),
            new Connected() {
              @Override
              public WireHandler onConnected(Wire wire, long nowNs) {
                wire.reserve(8).putLong(42);
                wire.flush();
                wire.close("enough");
                wire.reserve(8).putLong(43); // goes nowhere, and does no harm
                wire.flush();
                return near;
              }
            });
    far.closed.await();
    near.closed.await();
    assertThat(near.reason).isEqualTo("enough");
    assertThat(far.reason).startsWith("connection closed by ");
    assertThat(far.received).isEqualTo(8);
  }

  @Test
  void aCutTellsBothEndsOnce() throws InterruptedException {
    var far = new Quiet();
    var near = new Quiet();
    var connected = new CountDownLatch(2);
    Port port =
        far()
            .transport()
            .listen(
                anyPort(),
                (wire, now) -> {
                  connected.countDown();
                  return far;
                });
    near()
        .transport()
        .dial(
            way(port),
            new Connected() {
              @Override
              public WireHandler onConnected(Wire wire, long nowNs) {
                connected.countDown();
                return near;
              }
            });
    connected.await();
    cut();
    far.closed.await();
    near.closed.await();
    assertThat(near.reason).isNotBlank();
    assertThat(far.reason).isNotBlank();
  }

  @Test
  void nobodyListensMeansRefused() {
    Port port = far().transport().listen(anyPort(), (wire, now) -> new Quiet());
    far().transport().close();
    String outcome;
    do {
      onLoop(far().loop(), () -> {});
      outcome = failureOf(port);
    } while (outcome.equals("connected")); // Java's own selector frees a port when it turns next
    assertThat(outcome).isEqualTo(refusalOf(port));
  }

  /** Dials a port that cannot be reached; returns why not. */
  protected String failureOf(Port port) {
    var failure = new AtomicReference<String>();
    near()
        .transport()
        .dial(
            way(port),
            new Transport.Dialer() {
              @Override
              public WireHandler onConnected(Wire wire, long nowNs) {
                onFailed("connected", nowNs);
                return new Quiet();
              }

              @Override
              public void onFailed(String reason, long nowNs) {
                failure.set(near().loop().inLoop() ? reason : "not on the loop: " + reason);
                near().loop().wake();
              }
            });
    near().loop().runUntil(() -> failure.get() != null, FOREVER);
    return failure.get();
  }

  protected static void onLoop(NodeLoop loop, Runnable task) {
    var done = new AtomicBoolean();
    loop.execute(
        () -> {
          task.run();
          done.set(true);
          loop.wake();
        });
    loop.runUntil(done::get, FOREVER);
  }

  protected static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Fails loudly when the connection cannot be made. */
  private abstract static class Connected implements Transport.Dialer {
    @Override
    public void onFailed(String reason, long nowNs) {
      throw new AssertionError(reason);
    }
  }

  /** Consumes everything, and notes how it ended. */
  public static class Quiet implements WireHandler {
    public final CountDownLatch closed = new CountDownLatch(1);
    public volatile String reason;
    public volatile int received;

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void onBytes(ByteBuffer bytes, long nowNs) {
      received += bytes.remaining();
      bytes.position(bytes.limit());
    }

    @Override
    public void onWritable(long nowNs) {}

    @Override
    public void onClosed(String reason, long nowNs) {
      this.reason = this.reason == null ? reason : "told twice";
      closed.countDown();
    }
  }

  /** Byte number {@code i} of every stream. */
  private static byte byteAt(long i) {
    return (byte) (i * 31 ^ i >> 8);
  }

  /** Sends a stream in pieces of random length while the wire takes it. */
  private static final class Source extends Quiet implements Transport.Dialer {
    private final NodeLoop loop;
    private final int total;
    private final SplittableRandom random;
    private int sent;
    private Wire wire;
    volatile long maxQueuedBytes;
    final CountDownLatch sawFull = new CountDownLatch(1);

    Source(NodeLoop loop, int total, long seed) {
      this.loop = loop;
      this.total = total;
      random = new SplittableRandom(seed);
    }

    @Override
    public WireHandler onConnected(Wire wire, long nowNs) {
      start(wire);
      return this;
    }

    void start(Wire wire) {
      this.wire = wire;
      loop.execute(this::pump);
    }

    @Override
    public void onFailed(String reason, long nowNs) {
      throw new AssertionError(reason);
    }

    @Override
    public void onWritable(long nowNs) {
      pump();
    }

    private void pump() {
      while (sent < total && wire.isWritable()) {
        int n = Math.min(total - sent, 1 + random.nextInt(random.nextInt(10) == 0 ? 60_000 : 200));
        ByteBuffer room = wire.reserve(n);
        for (int i = 0; i < n; i++) {
          room.put(byteAt(sent++));
        }
        if (random.nextInt(4) == 0) {
          wire.flush();
        }
      }
      if (sent < total) {
        maxQueuedBytes = Math.max(maxQueuedBytes, wire.queuedBytes());
        sawFull.countDown();
      }
      wire.flush();
    }
  }

  /** Checks a stream, consuming it in pieces of random length and leaving the rest. */
  private static final class Sink extends Quiet {
    private final NodeLoop loop;
    private final int total;
    private final SplittableRandom random;
    private int got;
    private int wanted = 1;
    final CountDownLatch done = new CountDownLatch(1);
    volatile String wrong;

    Sink(NodeLoop loop, int total, long seed) {
      this.loop = loop;
      this.total = total;
      random = new SplittableRandom(seed);
    }

    @Override
    public void onBytes(ByteBuffer bytes, long nowNs) {
      while (bytes.remaining() >= Math.min(wanted, total - got) && got < total) {
        for (int i = Math.min(wanted, total - got); i > 0; i--) {
          if (bytes.get() != byteAt(got++) && wrong == null) {
            wrong = "byte " + (got - 1);
          }
        }
        wanted = 1 + random.nextInt(40_000);
      }
      if (!loop.inLoop()) {
        wrong = "not on the loop";
      }
      if (got == total) {
        done.countDown();
      }
    }
  }

  /** Sends one stream and checks another. */
  private static final class Both extends Quiet implements Transport.Dialer {
    final Sink sink;
    private final Source source;

    Both(NodeLoop loop, int total, long seed) {
      sink = new Sink(loop, total, seed);
      source = new Source(loop, total, seed + 100);
    }

    WireHandler on(Wire wire) {
      source.start(wire);
      return this;
    }

    @Override
    public WireHandler onConnected(Wire wire, long nowNs) {
      return on(wire);
    }

    @Override
    public void onFailed(String reason, long nowNs) {
      throw new AssertionError(reason);
    }

    @Override
    public void onBytes(ByteBuffer bytes, long nowNs) {
      sink.onBytes(bytes, nowNs);
    }

    @Override
    public void onWritable(long nowNs) {
      source.onWritable(nowNs);
    }
  }
}
