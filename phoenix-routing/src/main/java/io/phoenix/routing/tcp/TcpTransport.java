package io.phoenix.routing.tcp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.SocketChannel;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.Port;
import io.phoenix.routing.world.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Wires over TCP, for one node. May be called from any thread; calls back on the loop. */
@SuppressWarnings("FutureReturnValueIgnored") // on the loop they are done, or have listeners
public final class TcpTransport implements Transport {
  private static final long CALL_SECONDS = 10;

  private final BatonEventLoop loop;
  private final Chunk.Pool pool = new Chunk.Pool();
  private final List<ServerChannel> servers = new ArrayList<>();
  private final Set<TcpWire> wires = new LinkedHashSet<>();
  private boolean isClosed;

  /** Makes wires whose events run on {@code loop}. */
  public TcpTransport(TcpLoop loop) {
    this.loop = loop.events();
  }

  @Override
  public Port listen(Port local, Acceptor acceptor) {
    InetAddress address;
    try {
      address = InetAddress.getByName(local.host());
    } catch (UnknownHostException e) {
      throw Reasons.ofDeaf(local, e);
    }
    var where = new InetSocketAddress(address, local.port());
    return call(() -> new Port(local.host(), listen(local, where, acceptor)));
  }

  @Override
  public List<Port> reachableAt(Port listening) {
    return Interfaces.reachableAt(listening);
  }

  private int listen(Port local, InetSocketAddress where, Acceptor acceptor) {
    ServerChannel server = Sockets.server(loop);
    server.pipeline().addLast(new Accepting(acceptor, this::accept));
    // On the loop both are done when they return: Netty defers them only for other threads.
    register(server);
    ChannelFuture bound = server.bind(where);
    Throwable failure = bound.cause();
    if (failure != null) {
      server.close();
      throw Reasons.ofDeaf(local, failure);
    }
    servers.add(server);
    return ((InetSocketAddress) server.localAddress()).getPort();
  }

  private TcpWire accept(SocketChannel channel, String remote) {
    var in = new ReceiveBuffer();
    Sockets.configure(channel, in);
    TcpWire wire = addWire(channel, remote, in);
    register(channel);
    return wire;
  }

  private void register(Channel channel) {
    channel.unsafe().register(loop, channel.newPromise());
  }

  @Override
  public void dial(Port remote, Dialer dialer) {
    Resolver.resolve(remote.host())
        .whenComplete(
            (addresses, failure) -> {
              if (loop.inEventLoop()) {
                dial(remote, addresses, failure, dialer);
              } else {
                executeUnlessClosed(() -> dial(remote, addresses, failure, dialer));
              }
            });
  }

  private void executeUnlessClosed(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      // The node has been closed meanwhile; nobody is left to be told.
    }
  }

  private void dial(
      Port remote, List<InetAddress> addresses, @Nullable Throwable failure, Dialer dialer) {
    if (failure != null) {
      dialer.onFailed(
          Reasons.ofUnreachable(remote, Sockets.CONNECT_TIMEOUT_MS, failure), System.nanoTime());
    } else {
      dialNext(remote, addresses.iterator(), dialer);
    }
  }

  /** Tries one of a host's addresses; if it fails, the next one. */
  private void dialNext(Port remote, Iterator<InetAddress> addresses, Dialer dialer) {
    if (isClosed) {
      dialer.onFailed("this node has been closed", System.nanoTime());
      return;
    }
    SocketChannel channel;
    try {
      channel = Sockets.socket(loop);
    } catch (RuntimeException e) { // too many open files, say
      dialer.onFailed(
          Reasons.ofUnreachable(remote, Sockets.CONNECT_TIMEOUT_MS, e), System.nanoTime());
      return;
    }
    var in = new ReceiveBuffer();
    Sockets.configure(channel, in);
    register(channel);
    channel
        .connect(new InetSocketAddress(addresses.next(), remote.port()))
        .addListener(
            connected -> {
              if (connected.isSuccess()) {
                TcpWire wire = addWire(channel, remote.toString(), in);
                wire.handler(dialer.onConnected(wire, System.nanoTime()));
                return;
              }
              in.free();
              channel.close();
              if (addresses.hasNext()) {
                dialNext(remote, addresses, dialer);
              } else {
                dialer.onFailed(
                    Reasons.ofUnreachable(remote, Sockets.CONNECT_TIMEOUT_MS, connected.cause()),
                    System.nanoTime());
              }
            });
  }

  private TcpWire addWire(SocketChannel channel, String remote, ReceiveBuffer in) {
    TcpWire[] self = new TcpWire[1];
    var wire = new TcpWire(channel, remote, pool, in, () -> wires.remove(self[0]));
    self[0] = wire;
    wires.add(wire);
    channel.pipeline().addLast(wire);
    return wire;
  }

  @Override
  public void close() {
    if (loop.isTerminated()) {
      return; // and has closed everything
    }
    call(
        () -> {
          isClosed = true;
          servers.forEach(Channel::close);
          servers.clear();
          List.copyOf(wires).forEach(wire -> wire.finish("this node has been closed"));
          loop.lingerWhile(() -> !wires.isEmpty());
          pool.close();
          return true;
        });
  }

  /**
   * Fault injection: resets every connection at once; what is under way on them is lost. The node
   * finds out as if a cable had been pulled, and may dial again.
   *
   * @return how many there were
   */
  public int cutAll() {
    return call(
        () -> {
          List<TcpWire> all = List.copyOf(wires);
          all.forEach(wire -> wire.cut("connection cut on purpose"));
          return all.size();
        });
  }

  /** Runs something on the loop and returns what it returns or throws. */
  private <T> T call(Supplier<T> work) {
    if (loop.inEventLoop()) {
      return work.get();
    }
    var result = new CompletableFuture<T>();
    Runnable task =
        () -> {
          try {
            result.complete(work.get());
          } catch (RuntimeException e) {
            result.completeExceptionally(e);
          }
        };
    if (!loop.drivers.tryRun(task)) {
      loop.execute(task);
    }
    try {
      return result.orTimeout(CALL_SECONDS, TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof PhoenixException known) {
        throw known;
      }
      throw e;
    }
  }
}
