package io.phoenix.routing.ssh;

import io.phoenix.api.SshHop;
import io.phoenix.api.SshSettings;
import io.phoenix.routing.ssh.SshException.Trouble;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The hosts that this process reaches by SSH: one connection to each, which carries everything
 * (tunnels, commands, copies) and is made again when it breaks.
 *
 * <pre>{@code
 * try (SshHosts hosts = SshHosts.open(SshSettings.users())) {
 *   SshConnection gateway = hosts.connection("ann@gateway.example.org");
 *   gateway.put(Path.of("phoenix.jar"), "lib/phoenix.jar", 0644);
 *   System.out.println(gateway.run("java -version").err());
 *   SshConnection inside = hosts.connection("ann@gateway.example.org", "ann@10.0.2.5"); // a jump
 * }
 * }</pre>
 */
public final class SshHosts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SshHosts.class);
  private static final int MAX_JUMPS = 8;
  private static final long TICK_MS = 1000;
  private static final AtomicInteger THREADS = new AtomicInteger();

  private final SshSettings settings;
  private final Map<String, SshConnection> connections = new LinkedHashMap<>();
  private final ExecutorService workers = Executors.newCachedThreadPool(daemons("phoenix-ssh"));
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(daemons("phoenix-ssh-clock"));
  private boolean isClosed;

  private SshHosts(SshSettings settings) {
    this.settings = settings;
  }

  /** No connection is made before it is needed. */
  public static SshHosts open(SshSettings settings) {
    return new SshHosts(settings);
  }

  static ThreadFactory daemons(String name) {
    return work -> {
      Thread thread = new Thread(work, name + "-" + THREADS.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** As {@link #connection(List)}, each hop as {@link SshHop#parse} reads it. */
  public SshConnection connection(String... hops) {
    List<SshHop> parsed = new ArrayList<>();
    for (String hop : hops) {
      parsed.add(SshHop.parse(hop));
    }
    return connection(parsed);
  }

  /**
   * The one connection to the last of the hops, through those before it. How the first is reached
   * is up to the SSH configuration, which may add jumps of its own. This call reads that
   * configuration, and does not connect yet.
   *
   * @throws SshException if the configuration cannot be read or is not supported
   * @throws IllegalArgumentException if there are no hops
   */
  public SshConnection connection(List<SshHop> hops) {
    if (hops.isEmpty()) {
      throw new IllegalArgumentException("there must be a host to connect to");
    }
    return connection(hops, 0);
  }

  private SshConnection connection(List<SshHop> hops, int depth) {
    if (depth > MAX_JUMPS) {
      throw new SshException(
          Trouble.CONFIGURATION,
          "more than " + MAX_JUMPS + " jumps to " + hops.get(hops.size() - 1),
          "do hosts in the SSH configuration jump through each other?");
    }
    HostOptions options = HostOptions.of(hops.get(hops.size() - 1), settings);
    List<SshHop> before = hops.size() > 1 ? hops.subList(0, hops.size() - 1) : options.jumps();
    SshConnection jump = before.isEmpty() ? null : connection(before, depth + 1);
    return connection(options, jump);
  }

  private synchronized SshConnection connection(HostOptions options, @Nullable SshConnection jump) {
    if (isClosed) {
      throw new SshException(Trouble.CLOSED, "SSH has been closed", null);
    }
    if (connections.isEmpty()) {
      var unused =
          clock.scheduleWithFixedDelay(this::tick, TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
    }
    String key = options.address() + (jump == null ? "" : " via " + jump);
    return connections.computeIfAbsent(key, k -> new SshConnection(this, k, options, jump));
  }

  ExecutorService workers() {
    return workers;
  }

  ScheduledExecutorService clock() {
    return clock;
  }

  /** Does something that may block, after a while, unless all is closed by then. */
  void later(long delayMs, Runnable work) {
    try {
      var unused = clock.schedule(() -> workers.execute(work), delayMs, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("closed, so that nothing is left to do");
    }
  }

  private void tick() {
    List<SshConnection> all;
    synchronized (this) {
      all = List.copyOf(connections.values());
    }
    long nowNs = System.nanoTime();
    for (SshConnection connection : all) {
      try {
        connection.tick(nowNs);
      } catch (RuntimeException e) {
        LOG.error("cannot look after {}", connection, e); // and go on with the others
      }
    }
  }

  /** Fault injection: ends all sessions; returns how many there were. */
  int cutAll() {
    List<SshConnection> all;
    synchronized (this) {
      all = List.copyOf(connections.values());
    }
    return (int) all.stream().filter(SshConnection::cut).count();
  }

  /** Ends all connections and what runs over them. */
  @Override
  public void close() {
    List<SshConnection> all;
    synchronized (this) {
      isClosed = true;
      all = List.copyOf(connections.values());
      connections.clear();
    }
    all.forEach(SshConnection::close);
    clock.shutdownNow();
    workers.shutdown();
  }
}
