package io.phoenix.apps.storm;

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
import java.util.List;
import java.util.SplittableRandom;

/**
 * Gives pieces of this node's intervals to random other nodes: release, a message with the token
 * and the state, assume there. Runs on the node's loop.
 *
 * <p>No locks are taken: each piece moves by itself, and needs no agreement with its neighbours.
 */
final class IntervalMover implements Mover {
  private final Node node;
  private final OrderChecker checker;
  private final SplittableRandom random;
  private final Recurring times;
  private List<ResourceName> others = List.of();
  private long moves;

  IntervalMover(Node node, OrderChecker checker, SplittableRandom random) {
    this.node = node;
    this.checker = checker;
    this.random = random;
    this.times = new Recurring(node.loop(), random, this::onMoveTimeout);
  }

  @Override
  public void begin(List<ResourceName> everybody, double perSecond) {
    others = everybody.stream().filter(name -> !name.equals(node.resourceName())).toList();
    times.begin(perSecond);
  }

  @Override
  public void stop() {
    times.stop();
  }

  @Override
  public long moves() {
    return moves;
  }

  @Override
  public long balances() {
    return 0;
  }

  /** What moves is a message: all have arrived when somebody assumes each virtual node. */
  @Override
  public boolean isBusy() {
    return false;
  }

  private void onMoveTimeout() {
    List<VirtualRange> assumed = node.assumed().ranges();
    if (!assumed.isEmpty()) {
      VirtualRange from = assumed.get(random.nextInt(assumed.size()));
      give(pieceOf(from), others.get(random.nextInt(others.size())));
    }
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
    moves++;
  }

  /** The state comes first: messages may be delivered as soon as the range is assumed. */
  void onMove(Message message) {
    var bytes = new ByteArrayInputStream(message.payload());
    try (var in = new DataInputStream(bytes)) {
      OwnershipToken token =
          OwnershipToken.from(ByteBuffer.wrap(in.readNBytes(OwnershipToken.BYTES)));
      checker.assume(token.range(), in);
      node.assume(token);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
