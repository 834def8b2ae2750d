package io.phoenix.apps.fuzz;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.Port;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.runtime.OverlayNode;
import io.phoenix.routing.sim.SimHost;
import io.phoenix.routing.sim.SimWorld;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32C;

/**
 * Leave logs: each is refused in words, or a node opens with it, runs, and leaves with a log of its
 * own.
 */
final class LogDoor implements FuzzDoor {
  private static final long SECOND = 1_000_000_000L;
  private static final Port PORT = new Port("10.0.0.1", 7000);
  private static final NodeConfig CONFIG = NodeConfig.of("fuzz", 100).withMeshLinks(0);
  private static final int HEADER_BYTES = 16;
  private static final int LENGTH_AT = 8;

  @Override
  public String name() {
    return "log";
  }

  @Override
  public String what() {
    return "leave logs, with checksums in order, and the nodes that open with them";
  }

  @Override
  public int trialInputs() {
    return 50_000;
  }

  @Override
  public Trial open(long seed) {
    return new Returning(seed);
  }

  private static final class Returning implements Trial {
    private final long seed;
    private final List<byte[]> valid = new ArrayList<>();
    private long refused;

    Returning(long seed) {
      this.seed = seed;
      record();
    }

    @Override
    public List<byte[]> valid() {
      return valid;
    }

    /** Two nodes leave, each cut off from the other, with messages waiting; one of them twice. */
    private void record() {
      var world = new SimWorld(seed);
      OverlayNode near = node(world, CONFIG.withListen(PORT), null);
      Port port = new Port("10.0.0.2", 7000);
      OverlayNode far = node(world, CONFIG.withListen(port).withPorts(List.of(PORT)), null);
      near.assume(VirtualRange.of(0, 40));
      far.assume(VirtualRange.of(40, 80));
      world.runFor(SECOND);
      for (int i = 0; i < 5; i++) {
        far.send(7, 1, new byte[i]);
        near.send(41, -1, new byte[3 * i]);
        near.send(far.resourceName(), 2, new byte[8]);
        near.send(90, 3, new byte[9]); // nobody's
      }
      world.runFor(SECOND);
      List<SimHost> hosts = world.network().hosts();
      world.network().block(hosts.subList(0, 1), hosts.subList(1, 2));
      near.send(41, 1, new byte[30]);
      far.send(7, -1, new byte[20]);
      near.release(VirtualRange.of(10, 20));
      world.runFor(SECOND / 10);
      byte[] log = left(world, near);
      valid.add(log);
      valid.add(left(world, far));
      var again = new SimWorld(seed + 1);
      OverlayNode returned = node(again, CONFIG.withListen(PORT), log);
      again.runFor(SECOND);
      valid.add(left(again, returned));
    }

    private static OverlayNode node(
        SimWorld world, NodeConfig config, byte @org.jspecify.annotations.Nullable [] log) {
      SimHost host = world.network().addHost(config.listen().host());
      return OverlayNode.open(config, host.loop(), host.transport(), host.loop().random(), log);
    }

    private static byte[] left(SimWorld world, OverlayNode node) {
      var log = new CompletableFuture<byte[]>();
      node.loop()
          .execute(
              () -> {
                var unused = node.beginLeave(true).thenAccept(left -> log.complete(left.log()));
              });
      world.runUntil(log::isDone, world.nowNs() + 600 * SECOND);
      BrokenPromise.unless(log.isDone(), "a node has not left within 10 minutes");
      return log.join();
    }

    /** Most times with its length and its checksum in order, else nothing else is looked at. */
    @Override
    public byte[] finished(byte[] broken, RandomGenerator random) {
      if (broken.length < HEADER_BYTES || random.nextInt(16) == 0) {
        return broken;
      }
      byte[] out = valid.get(0).length < LENGTH_AT ? broken : broken.clone();
      System.arraycopy(valid.get(0), 0, out, 0, LENGTH_AT);
      var sum = new CRC32C();
      sum.update(out, HEADER_BYTES, out.length - HEADER_BYTES);
      ByteBuffer.wrap(out)
          .putInt(LENGTH_AT, out.length - HEADER_BYTES)
          .putInt(LENGTH_AT + Integer.BYTES, (int) sum.getValue());
      return out;
    }

    @Override
    public void put(byte[] input) {
      var world = new SimWorld(seed);
      OverlayNode node;
      try {
        node = node(world, CONFIG.withListen(PORT), input);
      } catch (PhoenixException e) {
        refused++;
        BrokenPromise.unless(
            e.getMessage() != null && !e.getMessage().isBlank(), "refused without a word");
        return;
      }
      world.runFor(SECOND);
      while (node.poll() != null) {
        // What it had in its mailbox is there again.
      }
      left(world, node);
    }

    @Override
    public long refused() {
      return refused;
    }

    @Override
    public void check() {}
  }
}
