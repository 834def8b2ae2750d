package io.phoenix.routing.tcp;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.phoenix.api.Port;
import io.phoenix.routing.world.Transport.Acceptor;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns accepted channels into wires. A connection whose acceptor fails is closed at once. While
 * the operating system has no room for more (too many open files), nothing is accepted for a while,
 * and for longer each time: to try again at once would take the whole loop and fill the log.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what follows is told through the pipeline
final class Accepting extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(Accepting.class);
  private static final long FIRST_PAUSE_MS = 50;
  private static final long LONGEST_PAUSE_MS = 2000;
  private static final long SAY_AGAIN_NS = TimeUnit.MINUTES.toNanos(1);

  private final Acceptor acceptor;
  private final BiFunction<SocketChannel, String, TcpWire> making;
  private long pauseMs = FIRST_PAUSE_MS;
  private long lastSaidNs = System.nanoTime() - SAY_AGAIN_NS;

  /**
   * @param making makes a wire of a channel and the other end's address
   */
  Accepting(Acceptor acceptor, BiFunction<SocketChannel, String, TcpWire> making) {
    this.acceptor = acceptor;
    this.making = making;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object accepted) {
    SocketChannel channel = (SocketChannel) accepted;
    InetSocketAddress peer = channel.remoteAddress();
    if (peer == null) {
      channel.unsafe().closeForcibly(); // gone again before it was accepted
      return;
    }
    pauseMs = FIRST_PAUSE_MS;
    String remote = new Port(peer.getAddress().getHostAddress(), peer.getPort()).toString();
    try {
      TcpWire wire = making.apply(channel, remote);
      wire.handler(acceptor.onAccepted(wire, System.nanoTime()));
    } catch (Throwable t) {
      // Without a handler it would have no deadline, and stay for as long as the peer likes.
      if (channel.isRegistered()) {
        channel.close();
      } else {
        channel.unsafe().closeForcibly();
      }
      say("cannot accept " + remote, t);
      if (t instanceof VirtualMachineError fatal) {
        throw fatal;
      }
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (!ctx.channel().config().isAutoRead()) {
      return; // it pauses already
    }
    say("nothing is accepted for " + pauseMs + " ms, and for longer if that does not help", cause);
    ctx.channel().config().setAutoRead(false);
    ctx.channel()
        .eventLoop()
        .schedule(() -> ctx.channel().config().setAutoRead(true), pauseMs, TimeUnit.MILLISECONDS);
    pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
    acceptor.onExhausted(System.nanoTime());
  }

  /** Once in a while, however often it happens. */
  private void say(String what, Throwable why) {
    long nowNs = System.nanoTime();
    if (nowNs - lastSaidNs >= SAY_AGAIN_NS) {
      lastSaidNs = nowNs;
      LOG.warn("{}: {}", what, why.toString());
    }
  }
}
