package io.phoenix.routing.link;

import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.BadFrameException;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.FrameHandler;
import io.phoenix.routing.wire.Frames;
import io.phoenix.routing.wire.ProbeHeader;
import io.phoenix.routing.wire.proto.Bye;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.wire.proto.Hello;
import java.nio.ByteBuffer;

/**
 * What a peer may say, and when: the handshake, tests of the link, and, once it is up, what is for
 * the cores above.
 */
final class Conversation implements FrameHandler {
  private final Links links;
  private final Session session;

  Conversation(Links links, Session session) {
    this.links = links;
    this.session = session;
  }

  @Override
  public void onControl(Control message, long nowNs) throws BadFrameException {
    switch (message.getKindCase()) {
      case HELLO -> onHello(message.getHello(), nowNs);
      case REFUSE -> session.refused(Controls.printable(message.getRefuse().getReason()), nowNs);
      case BYE -> onBye(message.getBye(), nowNs);
      case PING -> {
        require(!session.isGreeting(), "Ping before Hello");
        session.send(Controls.pong(message.getPing().getNonce()));
      }
      case PONG -> onPong(message.getPong().getNonce(), nowNs);
      default -> {
        requireUp(message.getKindCase().name());
        Controls.checkWithin(message.getOwnership(), links.settings().spaceSize());
        links.events().onControl(session.link(), message, nowNs);
      }
    }
  }

  private void onHello(Hello hello, long nowNs) throws BadFrameException {
    require(session.isGreeting(), "a second Hello");
    String refusal = HelloRules.refusal(links.settings(), hello, session.address());
    if (refusal == null) {
      refusal = session.refusalOfName(hello);
    }
    if (refusal != null) {
      session.refuse(refusal, nowNs);
      return;
    }
    HelloRules.checkRoles(hello, session.isDialledHere());
    session.introduce(hello);
    String unwanted = session.unwanted();
    if (unwanted != null) {
      session.sayBye(unwanted, nowNs);
    } else if (links.declines(session, nowNs)) {
      session.loseTo(nowNs);
    } else {
      session.test(nowNs);
    }
  }

  private void onPong(long nonce, long nowNs) throws BadFrameException {
    require(!session.isGreeting(), "Pong before Hello");
    if (!session.onPong(nonce, nowNs)) {
      return; // the answer to nothing
    }
    if (session.isUp()) {
      links.events().onLinkCost(session.link(), nowNs);
    } else if (links.makeWay(session, nowNs)) {
      session.rise(nowNs);
    }
  }

  private void onBye(Bye bye, long nowNs) {
    session.left(Controls.printable(bye.getReason()), bye.getDuplicate(), nowNs);
  }

  @Override
  public void onData(DataHeader header, ByteBuffer payload, long nowNs) throws BadFrameException {
    requireUp("DATA");
    links.counters().dataBytesIn += Frames.DATA_BYTES + payload.remaining();
    links.events().onData(session.link(), header, payload, nowNs);
  }

  @Override
  public void onAck(AckHeader header, long nowNs) throws BadFrameException {
    requireUp("ACK");
    links.events().onAck(session.link(), header, nowNs);
  }

  @Override
  public void onProbe(ProbeHeader header, long nowNs) throws BadFrameException {
    requireUp("PROBE");
    links.events().onProbe(session.link(), header, nowNs);
  }

  private void requireUp(String what) throws BadFrameException {
    if (!session.isUp()) { // asked of each frame: no text is made for those that are in order
      throw new BadFrameException(what + " before the end of the handshake");
    }
  }

  private static void require(boolean condition, String violation) throws BadFrameException {
    if (!condition) {
      throw new BadFrameException(violation);
    }
  }
}
