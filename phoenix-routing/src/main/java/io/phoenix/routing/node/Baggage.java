package io.phoenix.routing.node;

import com.google.protobuf.ByteString;
import io.phoenix.api.Message;
import io.phoenix.routing.flow.Parcel;
import io.phoenix.routing.flow.Positions;
import io.phoenix.routing.names.Claim;
import io.phoenix.routing.names.Way;
import io.phoenix.routing.world.Whereabouts;
import java.util.List;

/**
 * What a node takes along when it leaves, and brings when it returns under another name.
 *
 * @param names the names it had, the latest first
 * @param claims what it assumed when it left (see {@link TentativeClaims}), and what it had
 *     released and nobody had taken
 * @param mailbox messages that were delivered, but not received by the application
 * @param held messages that waited here for an owner, or for an order to be restored
 * @param ways the ways that are not known to be clear
 * @param flows its flows with peers that could not be told of the leave
 * @param secret proves that the latest name was its own
 * @param successions for each name but the latest, the proof that the next one is its successor
 * @param contacts where others could be dialled: the ports that the node is given when it returns
 *     may be those of nodes that have left since
 * @param state what the application keeps for itself
 */
public record Baggage(
    List<Long> names,
    List<Claim> claims,
    List<Message> mailbox,
    List<LaneParcel> held,
    List<Way> ways,
    List<OldFlow> flows,
    ByteString secret,
    List<ByteString> successions,
    List<Contact> contacts,
    ByteString state) {

  /** Of a node in a world where nobody proves anything. */
  public Baggage(
      List<Long> names,
      List<Claim> claims,
      List<Message> mailbox,
      List<LaneParcel> held,
      List<Way> ways,
      List<OldFlow> flows) {
    this(
        names,
        claims,
        mailbox,
        held,
        ways,
        flows,
        ByteString.EMPTY,
        List.of(),
        List.of(),
        ByteString.EMPTY);
  }

  /**
   * A node that was there, and where.
   *
   * @param node its name
   */
  public record Contact(long node, Whereabouts where) {}

  /** The same, with what the node's owner adds. */
  public Baggage with(List<Message> queued, ByteString kept) {
    return new Baggage(
        names, claims, queued, held, ways, flows, secret, successions, contacts, kept);
  }

  /**
   * A flow between a name that this node had and a peer that did not hear of its leave.
   *
   * @param self the name that this node had
   * @param peer the peer
   * @param accepted how far the peer's messages were accepted
   * @param doubts by lane, what the peer may or may not have accepted
   */
  public record OldFlow(long self, long peer, Positions accepted, List<Doubt> doubts) {}

  /**
   * Messages of one lane that are in doubt.
   *
   * @param lane the lane
   * @param firstSeq the number of the first frame of the first of them
   * @param parcels the messages, in order, with the frames of each following the last one's
   */
  public record Doubt(int lane, long firstSeq, List<Parcel> parcels) {}

  /** Copies the lists. */
  public Baggage {
    names = List.copyOf(names);
    claims = List.copyOf(claims);
    mailbox = List.copyOf(mailbox);
    held = List.copyOf(held);
    ways = List.copyOf(ways);
    flows = List.copyOf(flows);
    successions = List.copyOf(successions);
    contacts = List.copyOf(contacts);
  }
}
