package io.phoenix.routing.tcp;

import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelOption;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

/** Makes sockets for a loop and sets their options. */
final class Sockets {
  static final int CONNECT_TIMEOUT_MS = 5000;

  /**
   * What may lie unsent in the kernel, and so in front of a control frame: one frame. More would
   * not even be faster on loopback: at 128 KiB the bytes fall out of the processor's cache before
   * they are read, which halves the rate.
   */
  private static final long UNSENT_BYTES = 32 * 1024;

  /** One byte queued is too many: so that each chunk taken is heard of; see {@link SendQueue}. */
  private static final WriteBufferWaterMark TELL_ALWAYS = new WriteBufferWaterMark(1, 1);

  private Sockets() {}

  private static boolean isEpoll(BatonEventLoop loop) {
    return loop.isIoType(EpollIoHandler.class);
  }

  static SocketChannel socket(BatonEventLoop loop) {
    return isEpoll(loop) ? new EpollSocketChannel() : new NioSocketChannel();
  }

  static ServerChannel server(BatonEventLoop loop) {
    ServerChannel server =
        isEpoll(loop) ? new EpollServerSocketChannel() : new NioServerSocketChannel();
    server.config().setOption(ChannelOption.SO_REUSEADDR, true);
    server.config().setOption(ChannelOption.SO_BACKLOG, 128);
    return server;
  }

  /** Prepares a connection, made or accepted, to read into {@code in}. */
  static void configure(SocketChannel channel, ReceiveBuffer in) {
    ChannelConfig config = channel.config();
    config.setOption(ChannelOption.TCP_NODELAY, true);
    config.setConnectTimeoutMillis(CONNECT_TIMEOUT_MS);
    config.setWriteBufferWaterMark(TELL_ALWAYS);
    config.setRecvByteBufAllocator(in);
    if (channel instanceof EpollSocketChannel) {
      config.setOption(EpollChannelOption.TCP_NOTSENT_LOWAT, UNSENT_BYTES);
    }
  }
}
