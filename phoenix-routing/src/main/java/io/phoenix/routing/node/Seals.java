package io.phoenix.routing.node;

import com.google.protobuf.ByteString;
import io.phoenix.api.ResourceName;
import io.phoenix.routing.names.Claim;
import io.phoenix.routing.names.NodeRecord;
import io.phoenix.routing.wire.BadFrameException;
import io.phoenix.routing.wire.proto.Close;
import io.phoenix.routing.wire.proto.Ownership;
import io.phoenix.routing.world.NameKey;
import io.phoenix.routing.world.Notary;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record is believed only if its node has signed it: signs this node's own, and judges those of
 * others. Whoever passes on a record that its node has not signed lies, for an honest neighbour has
 * judged it, too: that costs the link.
 */
final class Seals {
  private final NameKey key;
  private final Notary notary;

  /** For each former name, the latest first, what proves that it was this node's. */
  private final List<ByteString> successions = new ArrayList<>();

  Seals(NameKey key, Notary notary, @Nullable Baggage baggage) {
    this.key = key;
    this.notary = notary;
    if (baggage != null && !baggage.names().isEmpty()) {
      successions.add(ByteString.copyFrom(key.succeed(baggage.secret().toByteArray())));
      successions.addAll(baggage.successions());
    }
  }

  /** What the leave log takes along: see {@link Baggage}. */
  ByteString secret() {
    return ByteString.copyFrom(key.secret());
  }

  List<ByteString> successions() {
    return successions;
  }

  /** This node's own record, signed. */
  NodeRecord sign(NodeRecord own) {
    Ownership.Record said = Records.toProto(own);
    int former = Math.min(own.former().size(), successions.size());
    return own.withSigned(
        said.toBuilder()
            .setPassport(ByteString.copyFrom(key.passport()))
            .setSignature(ByteString.copyFrom(key.sign(said.toByteArray())))
            .addAllSuccessions(successions.subList(0, former))
            .build());
  }

  /**
   * What is to be believed of a record: all of it; or, if the node's certificate is revoked, only
   * what it had, so that the next owner takes a higher epoch.
   *
   * @return {@code null} if nothing is
   * @throws BadFrameException if no honest neighbour would have passed it on
   */
  @Nullable NodeRecord judge(NodeRecord record) throws BadFrameException {
    Ownership.Record signed = record.signed();
    if (signed == null) {
      throw new IllegalStateException("a record that nobody has sent");
    }
    byte[] content =
        signed.toBuilder()
            .clearPassport()
            .clearSignature()
            .clearSuccessions()
            .build()
            .toByteArray();
    Notary.Standing standing =
        notary.judge(
            record.node(),
            signed.getPassport().toByteArray(),
            content,
            signed.getSignature().toByteArray());
    return switch (standing) {
      case GENUINE -> {
        checkSuccessions(record, signed);
        checkEpochs(record);
        yield record;
      }
      case REVOKED -> {
        checkEpochs(record);
        yield record.asLeft();
      }
      case STRANGE -> null;
      case FORGED ->
          throw new BadFrameException(
              "a record of " + ResourceName.format(record.node()) + " that it has not signed");
    };
  }

  /** A message that closes the flow from a peer, signed for that peer alone. */
  Close sign(Close.Builder close, long peer) {
    byte[] signature = key.sign(content(close.build(), peer));
    return close.setSignature(ByteString.copyFrom(signature)).build();
  }

  /** Whether a peer has closed its flow from this node itself; its record has been judged. */
  boolean isClosedBy(long peer, Close close) {
    Notary.Standing standing =
        notary.judge(
            peer,
            close.getRecord().getPassport().toByteArray(),
            content(close.toBuilder().clearSignature().build(), key.name()),
            close.getSignature().toByteArray());
    return standing == Notary.Standing.GENUINE || standing == Notary.Standing.REVOKED;
  }

  /** A record begins with another byte than a name, so that neither can be shown for the other. */
  private static byte[] content(Close close, long to) {
    byte[] bytes = close.toByteArray();
    return ByteBuffer.allocate(Long.BYTES + bytes.length).putLong(to).put(bytes).array();
  }

  /** Each former name has named the one after it, up to the node itself. */
  private void checkSuccessions(NodeRecord record, Ownership.Record signed)
      throws BadFrameException {
    long successor = record.node();
    for (int i = 0; i < record.former().size(); i++) {
      long former = record.former().get(i);
      byte[] proof =
          i < signed.getSuccessionsCount() ? signed.getSuccessions(i).toByteArray() : new byte[0];
      if (!notary.isSuccession(former, successor, proof)) {
        throw new BadFrameException(
            "a record of %s that does not prove that it was %s"
                .formatted(ResourceName.format(record.node()), ResourceName.format(former)));
      }
      successor = former;
    }
  }

  /** An epoch that nobody can go beyond would be its owner's for ever. */
  private void checkEpochs(NodeRecord record) throws BadFrameException {
    long highest = notary.highestEpoch();
    for (Claim claim : record.claims()) {
      if (claim.epoch() > highest) {
        throw new BadFrameException(
            "a claim of %s at epoch=%d > %d, which none can have by now"
                .formatted(ResourceName.format(record.node()), claim.epoch(), highest));
      }
    }
  }

  /** As {@link #checkEpochs}, for what this node is about to claim. */
  void checkOwnEpoch(long epoch) {
    if (epoch >= notary.highestEpoch()) {
      throw new IllegalArgumentException(
          "token epoch=" + epoch + " is higher than any that can have been given out by now");
    }
  }
}
