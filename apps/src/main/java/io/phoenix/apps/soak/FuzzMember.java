package io.phoenix.apps.soak;

import com.google.protobuf.ByteString;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Port;
import io.phoenix.api.Security;
import io.phoenix.routing.tcp.TcpLoop;
import io.phoenix.routing.tcp.TcpTransport;
import io.phoenix.routing.tls.TlsTransport;
import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.BadFrameException;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.FrameDecoder;
import io.phoenix.routing.wire.FrameHandler;
import io.phoenix.routing.wire.Frames;
import io.phoenix.routing.wire.ProbeHeader;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.wire.proto.Hello;
import io.phoenix.routing.world.NameKey;
import io.phoenix.routing.world.Transport;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A member with a real certificate that links to one node after the other, makes a proper
 * handshake, and then says what {@link FuzzWords} makes up until it is thrown out or has said
 * enough. All on its loop.
 */
final class FuzzMember {
  private static final Duration PAUSE = Duration.ofMillis(20);

  /** A visit ends after so many pauses, also if nobody answers. */
  private static final int LONGEST = 200;

  private static final int AT_ONCE = 4;

  private final NodeConfig config = SoakSettings.nodeConfig();
  private final List<Port> ports;
  private final SplittableRandom random;
  private final TcpLoop loop = TcpLoop.start("fuzzer", false);
  private final TlsTransport transport;
  private final AtomicLong frames = new AtomicLong();
  private final AtomicLong links = new AtomicLong();
  private final AtomicLong thrownOut = new AtomicLong();

  FuzzMember(Security.TlsInMemory security, List<Port> ports, long seed) {
    this.ports = ports;
    random = new SplittableRandom(seed);
    transport = TlsTransport.open(new TcpTransport(loop), loop, security);
  }

  void begin() {
    loop.execute(this::visitAnother);
  }

  /** Links, frames, and how often it was thrown out. */
  String counts() {
    return links + " " + frames + " " + thrownOut;
  }

  private void visitAnother() {
    var visit = new Visit(transport.notary().newName(random));
    transport.dial(ports.get(random.nextInt(ports.size())), visit);
    visit.waitAndSay();
  }

  /** One link, under a name of its own. */
  private final class Visit implements Transport.Dialer, WireHandler, FrameHandler {
    private final NameKey key;
    private final FrameDecoder decoder = new FrameDecoder(Integer.MAX_VALUE);
    private @Nullable Wire wire;
    private @Nullable FuzzWords words;
    private long victim;
    private boolean isOver;
    private int pauses;

    Visit(NameKey key) {
      this.key = key;
    }

    void waitAndSay() {
      loop.schedule(PAUSE, this::say);
    }

    private void say() {
      if (isOver || ++pauses > LONGEST) {
        hangUp();
        visitAnother();
        return;
      }
      for (int i = 0; i < AT_ONCE && words != null; i++) {
        frames.incrementAndGet();
        write(words.next());
      }
      waitAndSay();
    }

    private void hangUp() {
      isOver = true;
      if (wire != null) {
        wire.close("said enough");
      }
    }

    private void write(byte[] frame) {
      if (wire != null) {
        wire.reserve(frame.length).put(frame);
        wire.flush();
      }
    }

    @Override
    public WireHandler onConnected(Wire connected, long nowNs) {
      wire = connected;
      if (isOver) {
        connected.close("too late");
        return this;
      }
      Hello hello =
          Hello.newBuilder()
              .setVersion(Frames.VERSION)
              .setApplication(config.application())
              .setSpaceSize(config.spaceSize())
              .setName(key.name())
              .setPassport(ByteString.copyFrom(key.passport()))
              .setDial(1)
              .build();
      write(FuzzWords.control(Control.newBuilder().setHello(hello).build()));
      return this;
    }

    @Override
    public void onFailed(String reason, long nowNs) {
      isOver = true;
    }

    @Override
    public void onBytes(ByteBuffer bytes, long nowNs) {
      try {
        decoder.decode(bytes, this, nowNs);
      } catch (BadFrameException e) {
        hangUp();
      }
    }

    @Override
    public void onWritable(long nowNs) {}

    @Override
    public void onClosed(String reason, long nowNs) {
      if (words != null && !isOver) {
        thrownOut.incrementAndGet();
      }
      wire = null;
      words = null;
      isOver = true;
    }

    @Override
    public void onControl(Control message, long nowNs) {
      if (message.hasHello()) {
        victim = message.getHello().getName();
      } else if (message.hasOwnership() && words == null) {
        links.incrementAndGet(); // the first that a node says on a link that is up
        words = new FuzzWords(key, victim, random);
      } else if (message.hasPing()) {
        write(FuzzWords.control(Controls.pong(message.getPing().getNonce())));
      }
    }

    @Override
    public void onData(DataHeader header, ByteBuffer payload, long nowNs) {}

    @Override
    public void onAck(AckHeader header, long nowNs) {}

    @Override
    public void onProbe(ProbeHeader header, long nowNs) {}
  }
}
