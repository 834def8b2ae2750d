package io.phoenix.routing.ssh;

import io.phoenix.api.Explanation;
import io.phoenix.api.Port;
import io.phoenix.routing.world.NodeLoop;
import io.phoenix.routing.world.Transport;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;

/**
 * Wires to ports that are behind SSH servers, through tunnels; to all others, wires of the
 * transport that it is put around.
 */
public final class SshTransport implements Transport {
  private static final long DIAL_NS = 15_000_000_000L;
  private static final long LINGER_MS = 1000;

  private final NodeLoop loop;
  private final Transport direct;
  private final SshHosts hosts;
  private final Set<TunnelWire> wires = ConcurrentHashMap.newKeySet();
  private final Set<ReverseListener> reverses = ConcurrentHashMap.newKeySet();

  /**
   * @param direct for ports that need no tunnel, and to listen; closed together with this
   * @param hosts closed together with this
   */
  public SshTransport(NodeLoop loop, Transport direct, SshHosts hosts) {
    this.loop = loop;
    this.direct = direct;
    this.hosts = hosts;
  }

  /** A port that has SSH servers on its way is listened on here, and by the last of them. */
  @Override
  public Port listen(Port local, Acceptor acceptor) {
    Port bound = direct.listen(new Port(local.host(), local.port()), acceptor);
    if (!local.via().isEmpty()) {
      var reverse = new ReverseListener(hosts, local.via(), bound);
      reverses.add(reverse);
      hosts.workers().execute(reverse::keep);
    }
    return bound;
  }

  @Override
  public List<Port> reachableAt(Port listening) {
    return direct.reachableAt(listening);
  }

  @Override
  public List<Explanation.ListenerState> listeners() {
    return reverses.stream().map(ReverseListener::explain).toList();
  }

  @Override
  public void dial(Port remote, Dialer dialer) {
    if (remote.via().isEmpty()) {
      direct.dial(remote, dialer);
      return;
    }
    // To look a host up is to read files.
    hosts.workers().execute(() -> dialThrough(remote, dialer));
  }

  private void dialThrough(Port remote, Dialer dialer) {
    SshConnection connection;
    try {
      connection = hosts.connection(remote.via());
    } catch (SshException e) {
      execute(() -> dialer.onFailed(String.valueOf(e.getMessage()), loop.nowNs()));
      return;
    }
    var wire = new TunnelWire(loop, connection, dialer, remote.address(), wires::remove);
    wires.add(wire);
    execute(() -> loop.set(DIAL_NS, now -> wire.onDialTimeout(DIAL_NS)));
    var unused =
        connection
            .open()
            .whenCompleteAsync(
                (line, failure) -> {
                  if (line != null) {
                    wire.open(line, remote.host(), remote.port());
                  } else {
                    wire.fail(SshConnection.known(failure));
                  }
                },
                hosts.workers());
  }

  private void execute(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      // The node has been closed meanwhile; nobody is left to be told.
    }
  }

  /** Fault injection: ends all SSH sessions at once, with what is under way. */
  public int cutAll() {
    return hosts.cutAll();
  }

  @Override
  public void close() {
    reverses.forEach(ReverseListener::close);
    execute(() -> wires.forEach(wire -> wire.close("this node has been closed")));
    loop.lingerWhile(() -> !wires.isEmpty());
    hosts.later(LINGER_MS, hosts::close);
    direct.close();
  }
}
