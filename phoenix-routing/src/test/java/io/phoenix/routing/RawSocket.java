package io.phoenix.routing;

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
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** A real connection to a node, on which a test says what it likes, and reads when it likes. */
final class RawSocket implements FrameHandler, AutoCloseable {
  private static final int PATIENCE_MS = 30_000;

  private final Socket socket;
  private final FrameDecoder decoder = new FrameDecoder(Integer.MAX_VALUE);
  private final ByteBuffer in = ByteBuffer.allocate(1 << 20);
  private final Queue<Control> heard = new ArrayDeque<>();

  RawSocket(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(PATIENCE_MS);
  }

  static Hello.Builder hello(String application, long spaceSize) {
    return Hello.newBuilder()
        .setVersion(Frames.VERSION)
        .setApplication(application)
        .setSpaceSize(spaceSize)
        .setName(-77);
  }

  static byte[] frame(Control message) {
    ByteBuffer bytes = ByteBuffer.allocate(Frames.controlBytes(message.getSerializedSize()));
    Frames.putControl(bytes, message);
    return bytes.array();
  }

  static byte[] frame(Hello.Builder hello) {
    return frame(Control.newBuilder().setHello(hello).build());
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  void send(Control message) throws IOException {
    send(frame(message));
  }

  /** Says hello and answers the node's test: then there is a link. */
  void shakeHands(Hello.Builder hello) throws IOException {
    send(frame(hello));
    for (Control c = next(); c != null; c = next()) {
      if (c.hasPing()) {
        send(Controls.pong(c.getPing().getNonce()));
        return;
      }
    }
    throw new AssertionError("the node has closed the connection");
  }

  /** The next control message; {@code null} when the node has closed the connection. */
  @Nullable Control next() throws IOException {
    while (heard.isEmpty()) {
      int n = socket.getInputStream().read(in.array(), in.position(), in.remaining());
      if (n < 0) {
        return null;
      }
      in.position(in.position() + n).flip();
      try {
        decoder.decode(in, this, 0);
      } catch (BadFrameException e) {
        throw new AssertionError(e);
      }
      in.compact();
    }
    return heard.remove();
  }

  /** Reads until the node closes the connection, whichever way. */
  void awaitEnd() throws IOException {
    try {
      while (next() != null) {
        // all of it
      }
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the node has not closed the connection", e);
    } catch (IOException e) {
      // A reset is an end, too: the node need not read what it does not want.
    }
  }

  @Override
  public void onControl(Control message, long nowNs) {
    heard.add(message);
  }

  @Override
  public void onData(DataHeader header, ByteBuffer payload, long nowNs) {}

  @Override
  public void onAck(AckHeader header, long nowNs) {}

  @Override
  public void onProbe(ProbeHeader header, long nowNs) {}

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
