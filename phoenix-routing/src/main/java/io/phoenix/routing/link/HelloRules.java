package io.phoenix.routing.link;

import com.google.protobuf.ByteString;
import io.phoenix.routing.wire.BadFrameException;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.Frames;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.wire.proto.Hello;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a node says of itself, and with whom it will have a link. */
final class HelloRules {
  private HelloRules() {}

  /** This node's Hello; {@code dial} is 0 on a wire that it accepted. */
  static Control hello(LinkSettings own, byte[] passport, long dial, int rung, boolean spare) {
    return Control.newBuilder()
        .setHello(
            Hello.newBuilder()
                .setVersion(Frames.VERSION)
                .setApplication(own.application())
                .setSpaceSize(own.spaceSize())
                .setName(own.self())
                .setPassport(ByteString.copyFrom(passport))
                .setDial(dial)
                .setRung(rung)
                .setSpare(spare))
        .build();
  }

  /** Exactly one end of a wire has dialled it; anything else is no disagreement but nonsense. */
  static void checkRoles(Hello peer, boolean dialledHere) throws BadFrameException {
    if ((peer.getDial() != 0) == dialledHere) {
      throw new BadFrameException(
          dialledHere ? "Hello claims to have dialled, too" : "Hello does not say who dialled");
    }
  }

  /** Why this node refuses the peer; {@code null} if it does not. */
  static @Nullable String refusal(LinkSettings own, Hello peer, String address) {
    if (peer.getVersion() != Frames.VERSION) {
      // The other fields may mean something else there.
      return "protocol version %d here, %s at %s: run the same release of Phoenix at both ends"
          .formatted(Frames.VERSION, Integer.toUnsignedString(peer.getVersion()), address);
    }
    List<String> differences = new ArrayList<>();
    if (!peer.getApplication().equals(own.application())) {
      differences.add(
          "application '%s' here, '%s' at %s"
              .formatted(own.application(), Controls.printable(peer.getApplication()), address));
    }
    if (peer.getSpaceSize() != own.spaceSize()) {
      differences.add(
          "space size %d here, %s at %s"
              .formatted(own.spaceSize(), Long.toUnsignedString(peer.getSpaceSize()), address));
    }
    if (!differences.isEmpty()) {
      return String.join("; ", differences)
          + ": open all nodes of a computation with the same application and space size";
    }
    return peer.getName() == own.self()
        ? "it is this node itself that answers at " + address + ": leave that port out"
        : null;
  }
}
