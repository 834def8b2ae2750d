package io.phoenix.apps.storm;

import io.phoenix.api.Loop;
import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Gives pieces of this node's intervals to random other nodes: release, a message with the token
 * and the state, assume there. Runs on the node's loop.
 *
 * <p>No locks are taken: each piece moves by itself, and needs no agreement with its neighbours.
 */
final class IntervalMover {
  private final Node node;
  private final OrderChecker checker;
  private final SplittableRandom random;
  private List<ResourceName> others = List.of();
  private Loop.@Nullable Timer timer;
  private double perSecond;
  private long movesOut;
  private long movesIn;

  IntervalMover(Node node, OrderChecker checker, SplittableRandom random) {
    this.node = node;
    this.checker = checker;
    this.random = random;
  }

  void begin(List<ResourceName> others, double perSecond) {
    this.others = List.copyOf(others);
    this.perSecond = perSecond;
    scheduleNext();
  }

  void stop() {
    perSecond = 0;
    if (timer != null) {
      timer.cancel();
    }
  }

  long movesOut() {
    return movesOut;
  }

  long movesIn() {
    return movesIn;
  }

  private void scheduleNext() {
    Duration pause = Chance.pause(random, perSecond);
    timer = pause == null ? null : node.loop().schedule(pause, this::onMoveTimeout);
  }

  private void onMoveTimeout() {
    List<VirtualRange> assumed = node.assumed().ranges();
    if (perSecond > 0 && !assumed.isEmpty()) {
      VirtualRange from = assumed.get(random.nextInt(assumed.size()));
      give(pieceOf(from), others.get(random.nextInt(others.size())));
    }
    scheduleNext();
  }

  /** A random piece of an interval, at most half of it unless it is only one cell. */
  private VirtualRange pieceOf(VirtualRange range) {
    long firstCell = range.first() / StormSettings.CELL;
    long endCell = -Math.floorDiv(-range.end(), StormSettings.CELL);
    long first = random.nextLong(firstCell, endCell);
    long most = Math.max(1, Math.min(endCell - first, (endCell - firstCell) / 2));
    long end = first + 1 + random.nextLong(most);
    var cells = VirtualRange.of(first * StormSettings.CELL, end * StormSettings.CELL);
    return cells.intersection(range).orElseThrow();
  }

  private void give(VirtualRange piece, ResourceName to) {
    OwnershipToken token = node.release(piece);
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.write(token.toBytes());
      checker.release(piece, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    node.send(to, StormNode.MOVE, bytes.toByteArray());
    movesOut++;
  }

  /** The state comes first: messages may be delivered as soon as the range is assumed. */
  void onMove(Message message) {
    var bytes = new ByteArrayInputStream(message.payload());
    try (var in = new DataInputStream(bytes)) {
      OwnershipToken token =
          OwnershipToken.from(ByteBuffer.wrap(in.readNBytes(OwnershipToken.BYTES)));
      checker.assume(token.range(), in);
      node.assume(token);
      movesIn++;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
