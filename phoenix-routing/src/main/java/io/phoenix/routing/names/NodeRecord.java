package io.phoenix.routing.names;

import io.phoenix.api.Port;
import io.phoenix.routing.wire.proto.Ownership;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a node says about itself; a newer version replaces an older one as a whole. Records are
 * flooded: each node passes on what is new to it.
 *
 * @param node whose it is
 * @param version counted by that node alone
 * @param left whether it has left
 * @param told whether it has told all that it exchanged messages with how far it had taken theirs:
 *     who was not told has sent nothing that was taken
 * @param ways if so, the ways on which messages that it took may still be; see {@link
 *     Fences#inherit}
 * @param former names that the node had before it left and returned with its log
 * @param claims what it assumes, and what it has released and nobody is known to have taken
 * @param ports where it can be dialled; none if it does not want to be
 * @param seqno its own sequence numbers in routing are not far above this one
 * @param signed the record as its node has signed it, to be passed on as it is; {@code null} if
 *     this node has made it up
 */
public record NodeRecord(
    long node,
    long version,
    boolean left,
    boolean told,
    List<Way> ways,
    List<Long> former,
    List<Claim> claims,
    List<Port> ports,
    long seqno,
    Ownership.@Nullable Record signed) {

  public NodeRecord {
    ways = List.copyOf(ways);
    former = List.copyOf(former);
    claims = List.copyOf(claims);
    ports = List.copyOf(ports);
  }

  /** How many things it says: what it takes up in memory grows with that. */
  public int entries() {
    return 1 + ways.size() + former.size() + claims.size() + ports.size();
  }

  /** Whether all that it says is that its node has left, and has told everybody. */
  public boolean isBare() {
    return left && told && ways.isEmpty() && former.isEmpty() && claims.isEmpty();
  }

  NodeRecord withoutWays() {
    return new NodeRecord(
        node, version, left, told, List.of(), former, claims, ports, seqno, signed);
  }

  /** The same, as its node has signed it. */
  public NodeRecord withSigned(Ownership.Record proto) {
    return new NodeRecord(node, version, left, told, ways, former, claims, ports, seqno, proto);
  }

  /** What holds of a node that is known to have left, although it could not say so. */
  public NodeRecord asLeft() {
    List<Claim> released = claims.stream().map(c -> new Claim(c.range(), c.epoch(), true)).toList();
    return new NodeRecord(
        node, version, true, false, List.of(), former, released, List.of(), seqno, signed);
  }

  /** Of a node that is there, or has left without having told everybody. */
  public NodeRecord(long node, long version, boolean left, List<Long> former, List<Claim> claims) {
    this(node, version, left, false, List.of(), former, claims, List.of(), 0, null);
  }
}
