package io.phoenix.routing.names;

import io.phoenix.routing.flow.Positions;
import io.phoenix.routing.wire.proto.Ownership;
import io.phoenix.routing.world.Whereabouts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a node says about itself; a newer version replaces an older one as a whole. Records are
 * flooded: each node passes on what is new to it.
 *
 * @param node whose it is
 * @param version counted by that node alone
 * @param left whether it has left
 * @param told whether it has left for good, and all that it exchanged messages with have been told
 *     how far it had taken theirs, in person or by this record: see {@code accepted}
 * @param ways if so, the ways on which messages that it took may still be; see {@link
 *     Fences#inherit}
 * @param former names that the node had before it left and returned with its log
 * @param claims what it assumes, and what it has released and nobody is known to have taken
 * @param where where it is, and can be dialled
 * @param seqno its own sequence numbers in routing are not far above this one
 * @param signed the record as its node has signed it, to be passed on as it is; {@code null} if
 *     this node has made it up
 * @param leaving whether it has begun to leave, so that nothing should be given into its keeping
 * @param accepted if it is {@code told}: how far it had taken the messages of each node that it
 *     could not tell in person; nothing was taken from one that was not told and is not here
 */
public record NodeRecord(
    long node,
    long version,
    boolean left,
    boolean told,
    List<Way> ways,
    List<Long> former,
    List<Claim> claims,
    Whereabouts where,
    long seqno,
    Ownership.@Nullable Record signed,
    boolean leaving,
    List<AcceptedFlow> accepted) {

  public NodeRecord {
    accepted = List.copyOf(accepted);
    ways = List.copyOf(ways);
    former = List.copyOf(former);
    claims = List.copyOf(claims);
  }

  /** How many things it says: what it takes up in memory grows with that. */
  public int entries() {
    return 1 + ways.size() + former.size() + claims.size() + where.ports().size() + accepted.size();
  }

  /** Whether all that it says is that its node has left, and has told everybody. */
  public boolean isBare() {
    return left
        && told
        && ways.isEmpty()
        && former.isEmpty()
        && claims.isEmpty()
        && accepted.isEmpty();
  }

  NodeRecord withoutWays() {
    return new NodeRecord(
        node, version, left, told, List.of(), former, claims, where, seqno, signed, leaving,
        accepted);
  }

  /** The same, as its node has signed it. */
  public NodeRecord withSigned(Ownership.Record proto) {
    return new NodeRecord(
        node, version, left, told, ways, former, claims, where, seqno, proto, leaving, accepted);
  }

  /** What holds of a node that is known to have left, although it could not say so. */
  public NodeRecord asLeft() {
    List<Claim> released = claims.stream().map(c -> new Claim(c.range(), c.epoch(), true)).toList();
    return new NodeRecord(
        node,
        version,
        true,
        false,
        List.of(),
        former,
        released,
        Whereabouts.UNKNOWN,
        seqno,
        signed,
        leaving,
        List.of());
  }

  /** How far this node, under the name {@code destination}, had accepted what a node sent. */
  public Positions acceptedFrom(long source, long destination) {
    for (AcceptedFlow flow : accepted) {
      if (flow.source() == source && flow.destination() == destination) {
        return flow.accepted();
      }
    }
    return Positions.NONE;
  }

  /** Of a node that is there, or has left without having told everybody. */
  public NodeRecord(long node, long version, boolean left, List<Long> former, List<Claim> claims) {
    this(
        node,
        version,
        left,
        false,
        List.of(),
        former,
        claims,
        Whereabouts.UNKNOWN,
        0,
        null,
        false,
        List.of());
  }
}
