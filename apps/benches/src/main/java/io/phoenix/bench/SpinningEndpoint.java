package io.phoenix.bench;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** Java NIO channels that never sleep: reads and writes are tried until they succeed. */
final class SpinningEndpoint implements Endpoint {
  private @Nullable ServerSocketChannel listening;
  private @Nullable SocketChannel channel;

  @Override
  public String listen() throws IOException {
    listening = ServerSocketChannel.open();
    listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return Integer.toString(listening.socket().getLocalPort());
  }

  @Override
  public void connect(String address) throws IOException {
    channel =
        prepare(
            SocketChannel.open(
                new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), Integer.parseInt(address))));
  }

  private static SocketChannel prepare(SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.configureBlocking(false);
    return channel;
  }

  private SocketChannel channel() throws IOException {
    if (channel == null) {
      if (listening == null) {
        throw new IllegalStateException("neither listening nor connected");
      }
      channel = prepare(listening.accept());
    }
    return channel;
  }

  @Override
  public void serve(Task task) throws IOException {
    SocketChannel peer = channel();
    ByteBuffer round = ByteBuffer.allocateDirect(task.bytes() * task.burst());
    ByteBuffer answer = task.kind() == Task.Kind.ROUND_TRIP ? round : ByteBuffer.allocateDirect(1);
    do {
      read(peer, round);
      if (task.kind() != Task.Kind.STREAM || round.get(0) == LAST) {
        write(peer, answer, answer.capacity());
      }
    } while (round.get(0) != LAST);
  }

  @Override
  public double measure(Task task) throws IOException {
    SocketChannel peer = channel();
    ByteBuffer round = ByteBuffer.allocateDirect(task.bytes() * task.burst());
    ByteBuffer answer = task.kind() == Task.Kind.ROUND_TRIP ? round : ByteBuffer.allocateDirect(1);
    int atOnce = task.kind() == Task.Kind.WINDOW_64 ? task.bytes() : round.capacity();
    var clock = new Clock(task);
    for (boolean last = false; !last; ) {
      last = clock.isLast(task.burst());
      round.put(0, last ? LAST : MORE);
      write(peer, round, atOnce);
      if (task.kind() != Task.Kind.STREAM || last) {
        read(peer, answer);
      }
    }
    return clock.result();
  }

  /** Writes the whole buffer in pieces of {@code atOnce} bytes. */
  private static void write(SocketChannel peer, ByteBuffer bytes, int atOnce) throws IOException {
    for (int end = atOnce; end <= bytes.capacity(); end += atOnce) {
      bytes.limit(end).position(end - atOnce);
      while (bytes.hasRemaining()) {
        peer.write(bytes);
      }
    }
    bytes.clear();
  }

  private static void read(SocketChannel peer, ByteBuffer bytes) throws IOException {
    bytes.clear();
    while (bytes.hasRemaining()) {
      if (peer.read(bytes) < 0) {
        throw new EOFException("the other end has closed the connection");
      }
    }
    bytes.clear();
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
      channel = null;
    }
    if (listening != null) {
      listening.close();
      listening = null;
    }
  }
}
