package io.phoenix.routing.tcp;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.ReferenceCountUtil;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One TCP connection: the only handler in its channel's pipeline. */
final class TcpWire extends ChannelInboundHandlerAdapter implements Wire {
  private static final Logger LOG = LoggerFactory.getLogger(TcpWire.class);

  private final SocketChannel channel;
  private final String remoteAddress;
  private final SendQueue out;
  private final ReceiveBuffer in;
  private final Runnable onGone;
  private final Runnable tellWritable = this::tellWritable;
  private @Nullable WireHandler handler;
  private @Nullable String closeReason;
  private boolean isGone;

  /**
   * @param in what the channel was told to read into
   * @param onGone called when the connection has ended
   */
  TcpWire(
      SocketChannel channel,
      String remoteAddress,
      Chunk.Pool pool,
      ReceiveBuffer in,
      Runnable onGone) {
    this.channel = channel;
    this.remoteAddress = remoteAddress;
    this.out = new SendQueue(channel, pool, this::tellWritableSoon);
    this.in = in;
    this.onGone = onGone;
  }

  /** Sets who is told of this wire's events; before the loop handles the next I/O. */
  void handler(WireHandler handler) {
    this.handler = handler;
    if (isGone) {
      handler.onClosed(reason(), System.nanoTime());
    }
  }

  @Override
  public ByteBuffer reserve(int bytes) {
    return out.reserve(bytes);
  }

  @Override
  public void unreserve(int bytes) {
    out.unreserve(bytes);
  }

  @Override
  public void flush() {
    out.flush();
  }

  @Override
  public boolean isWritable() {
    return out.isWritable();
  }

  @Override
  public long queuedBytes() {
    return out.queuedBytes();
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // channelInactive follows
  public void close(String reason) {
    if (closeReason == null) {
      closeReason = reason;
      out.close();
      channel.close();
    }
  }

  /**
   * Ends in order: what waits is sent, then the end of it, and what comes in meanwhile is dropped;
   * the other end, having read all, closes the connection. To close a socket with unread input
   * would reset the connection instead, and the last words would be lost.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // channelInactive follows, or the loop ends
  void finish(String reason) {
    if (closeReason == null) {
      closeReason = reason;
      out.end(() -> channel.shutdownOutput());
    }
  }

  /** Resets the connection: what is under way in either direction is lost. */
  void cut(String reason) {
    if (channel.isOpen()) {
      channel.config().setSoLinger(0);
    }
    close(reason);
  }

  @Override
  public String remoteAddress() {
    return remoteAddress;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    try {
      if (closeReason == null && handler != null) {
        handler.onBytes(in.unread(), System.nanoTime());
        in.consumed();
      } else {
        in.drop();
      }
    } catch (RuntimeException e) {
      LOG.error("closing {}: its handler failed", remoteAddress, e);
      close("internal error: " + e);
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (channel.isWritable()) {
      out.onTaken();
    }
  }

  /** Not at once: this may be within a call of the owner's to flush. */
  private void tellWritableSoon() {
    channel.eventLoop().execute(tellWritable);
  }

  private void tellWritable() {
    if (closeReason == null && handler != null) {
      handler.onWritable(System.nanoTime());
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof VirtualMachineError e) {
      ((BatonEventLoop) channel.eventLoop()).fail(e);
    }
    if (!(cause instanceof ClosedChannelException)) { // then channelInactive is under way
      close(Reasons.ofBroken(remoteAddress, cause));
    }
  }

  /** Netty calls this once, and never from within another of its calls. */
  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    if (isGone) {
      return;
    }
    isGone = true;
    if (closeReason == null) {
      closeReason = "connection closed by " + remoteAddress;
    }
    out.close();
    onGone.run();
    if (handler != null) {
      handler.onClosed(reason(), System.nanoTime());
    }
    in.free();
  }

  private String reason() {
    return closeReason == null ? "closed" : closeReason;
  }
}
