package io.phoenix.routing.ssh;

import com.jcraft.jsch.ChannelDirectTCPIP;
import com.jcraft.jsch.JSchException;
import io.phoenix.routing.world.NodeLoop;
import io.phoenix.routing.world.Rung;
import io.phoenix.routing.world.Transport;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A wire through an SSH tunnel: one channel of a session. */
final class TunnelWire implements Wire {
  private static final Logger LOG = LoggerFactory.getLogger(TunnelWire.class);
  private static final long LINGER_MS = 1000;

  private final NodeLoop loop;
  private final SshConnection connection;
  private final Transport.Dialer dialer;
  private final String target;
  private final Consumer<TunnelWire> onGone;
  private final TunnelOutput out;
  private final TunnelInput in;
  private volatile @Nullable Line line;
  private volatile @Nullable ChannelDirectTCPIP channel;
  private @Nullable WireHandler handler;
  private @Nullable String closeReason;
  private boolean isDecided; // the dialler knows what became of it
  private boolean isGone;

  TunnelWire(
      NodeLoop loop,
      SshConnection connection,
      Transport.Dialer dialer,
      String target,
      Consumer<TunnelWire> onGone) {
    this.loop = loop;
    this.connection = connection;
    this.dialer = dialer;
    this.target = target;
    this.onGone = onGone;
    this.out =
        new TunnelOutput(() -> post(this::opened), () -> post(this::low), () -> post(this::over));
    this.in = new TunnelInput(loop, this::failed, () -> post(this::ended));
  }

  /** Has the channel opened; its thread does the rest. From any thread; does not wait. */
  void open(Line line, String host, int port) {
    this.line = line;
    try {
      var fresh = (ChannelDirectTCPIP) line.session().openChannel("direct-tcpip");
      channel = fresh;
      fresh.setHost(host);
      fresh.setPort(port);
      fresh.setLocalPacketSize(Tunnels.PACKET_BYTES);
      fresh.setLocalWindowSizeMax(Tunnels.WINDOW_BYTES);
      fresh.setInputStream(out);
      fresh.setOutputStream(in);
      fresh.connect();
    } catch (JSchException e) {
      fail(line.isUp() ? Tunnels.explain(connection, target, channel, e) : line.ended());
    } catch (SshException e) {
      fail(e);
    }
  }

  /** Runs something on the loop, unless that has ended. */
  private void post(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      out.end(); // and the channel with it; nobody is left to be told
    }
  }

  // ---- The dialling; on the loop

  /** It could not be opened. From any thread. */
  void fail(SshException reason) {
    post(() -> decide(reason.getMessage()));
  }

  /** It has taken too long. */
  void onDialTimeout(long dialNs) {
    Line used = line;
    if (!isDecided && used != null) {
      used.suspect();
    }
    decide(connection + " has not reached " + target + " within " + dialNs / 1_000_000 + " ms");
  }

  private void decide(@Nullable String failure) {
    if (!isDecided) {
      isDecided = true;
      isGone = true;
      out.end();
      in.shut();
      onGone.accept(this);
      dialer.onFailed(String.valueOf(failure), loop.nowNs());
    }
  }

  private void opened() {
    if (!isDecided) {
      isDecided = true;
      Objects.requireNonNull(line).markUsed();
      WireHandler owner = dialer.onConnected(this, loop.nowNs());
      handler = owner;
      if (closeReason == null) {
        in.handler(owner);
      }
    }
  }

  // ---- The end; on the loop

  /** Nothing more comes in. */
  private void ended() {
    Line used = Objects.requireNonNull(line);
    if (!isDecided) {
      decide(reason(used).getMessage());
    } else if (!isGone) {
      isGone = true;
      if (closeReason == null) {
        closeReason =
            used.isUp() ? "connection closed by " + remoteAddress() : used.ended().getMessage();
      }
      out.end();
      in.shut();
      if (handler != null) {
        handler.onClosed(String.valueOf(closeReason), loop.nowNs());
      }
    }
  }

  private SshException reason(Line used) {
    return used.isUp() ? Tunnels.explain(connection, target, channel, null) : used.ended();
  }

  /** The channel is no more. */
  private void over() {
    ended();
    onGone.accept(this);
  }

  private void failed(RuntimeException e) {
    LOG.error("closing {}: its handler failed", remoteAddress(), e);
    close("internal error: " + e);
  }

  /** As promised, except that what was flushed is still sent if the other end reads it at once. */
  @Override
  public void close(String reason) {
    if (closeReason == null) {
      closeReason = reason;
      out.end();
      in.shut();
      post(this::ended);
      connection.later(LINGER_MS, this::disconnect);
    }
  }

  private void disconnect() {
    ChannelDirectTCPIP present = channel;
    if (present != null) {
      present.disconnect();
    }
  }

  // ---- What the owner asks; on the loop

  private void low() {
    if (closeReason == null && handler != null) {
      handler.onWritable(loop.nowNs());
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
  public Rung rung() {
    return Rung.TUNNEL;
  }

  @Override
  public String remoteAddress() {
    return target + " via " + connection;
  }
}
