package io.phoenix.apps.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.api.PhoenixException;
import io.phoenix.api.SshHop;
import io.phoenix.api.SshSettings;
import io.phoenix.apps.cluster.NodeCommand;
import io.phoenix.apps.config.Host;
import io.phoenix.apps.config.PortsConfig;
import io.phoenix.routing.ssh.SshHosts;
import io.phoenix.routing.tls.ClusterAuthority;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Starting nodes of one cluster, from this machine. */
final class Launch implements AutoCloseable {
  private static final int MOST_AT_ONCE = 32;

  private final ClusterDirectory cluster;
  private final PortsConfig config;
  private final Vantage here;
  private final Jar jar;
  private final List<String> application;
  private final LinkPlan plan;
  private final BridgeOptions bridges;
  private final SshHosts ssh;
  private final boolean acceptNew;
  private final Map<String, String> logs = new LinkedHashMap<>();
  private @Nullable Member founder;

  /**
   * @param all the nodes that are there when this is done, as far as they can be started
   */
  Launch(
      ClusterDirectory cluster,
      PortsConfig config,
      Jar jar,
      List<String> application,
      List<Member> all,
      boolean acceptNew) {
    this.cluster = cluster;
    this.config = config;
    this.here = Vantage.here(config);
    this.jar = jar;
    this.application = application;
    this.plan = new LinkPlan(all);
    this.bridges = new BridgeOptions(all);
    this.acceptNew = acceptNew;
    this.ssh = SshHosts.open(SshSettings.users().withAcceptNew(acceptNew));
  }

  /** To reach hosts of nodes that run, and start nothing. */
  static Launch withoutJar(ClusterDirectory cluster, PortsConfig config, List<Member> members) {
    return new Launch(cluster, config, new Jar(Path.of(""), ""), List.of(), members, false);
  }

  /** The cluster is new: this node assumes the whole space, and the others join it. */
  void foundBy(Member first) {
    founder = first;
  }

  /** This node goes on where it left; the log is on its host. */
  void returnsWith(Member member, String log) {
    logs.put(member.label(), log);
  }

  /** Where a node writes its log if nobody says where. */
  String usualLogOf(Member member) {
    return Scripts.place(config.directory(), cluster.name(), member.label()) + "/leave.log";
  }

  /** Whether one of these was started as the first. */
  boolean isFoundedBy(List<Member> started) {
    return founder != null && started.contains(founder);
  }

  ClusterDirectory cluster() {
    return cluster;
  }

  PortsConfig config() {
    return config;
  }

  Jar jar() {
    return jar;
  }

  /** Starts nodes on their hosts, all hosts at once; says which of them run. */
  List<HostLauncher.Outcome> start(List<Member> members, Progress progress) {
    Map<Host, List<Member>> byHost = new LinkedHashMap<>();
    members.forEach(m -> byHost.computeIfAbsent(m.host(), h -> new ArrayList<>()).add(m));
    ExecutorService pool = Executors.newFixedThreadPool(Math.min(MOST_AT_ONCE, byHost.size()));
    try {
      List<Future<HostLauncher.Outcome>> running = new ArrayList<>();
      byHost.forEach(
          (host, own) ->
              running.add(pool.submit(() -> new HostLauncher(this, host, own, progress).start())));
      List<HostLauncher.Outcome> outcomes = new ArrayList<>();
      for (Future<HostLauncher.Outcome> one : running) {
        HostLauncher.Outcome outcome = one.get();
        outcome.started().forEach(cluster::add);
        outcomes.add(outcome);
      }
      return outcomes;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PhoenixException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  /** A way to run commands on a host. */
  HostShell shellOn(Host host) {
    if (here.is(host)) {
      return new LocalShell(Path.of(System.getProperty("user.home", ".")));
    }
    List<SshHop> hops = here.sshTo(host);
    if (hops == null) {
      throw new PhoenixException(
          "it cannot be reached from here: LAN '" + host.lan() + "' lets nobody in");
    }
    return new SshShell(ssh.connection(hops));
  }

  /** How a node is started, with everything that it needs. */
  Scripts.Start startOf(Member member, HostJava java) {
    Host host = member.host();
    String place = Scripts.place(config.directory(), cluster.name(), member.label());
    String archive = config.directory() + "/" + jar.archiveName(java);
    List<String> command = new ArrayList<>(JvmFlags.ofNode(java.version()));
    command.addAll(host.jvm());
    command.add("-jar");
    command.add(config.directory() + "/" + jar.remoteName());
    command.add(NodeCommand.NAME);
    command.addAll(List.of("--application", config.application()));
    command.addAll(List.of("--space", String.valueOf(config.space())));
    command.addAll(List.of("--label", member.label(), "--lan", member.lan()));
    command.addAll(List.of("--listen", Dial.listen(member)));
    for (Member to : plan.dialsOf(member)) {
      command.addAll(List.of("--port", Dial.from(Vantage.of(host)).to(to)));
    }
    command.addAll(bridges.of(member));
    command.addAll(config.plain() ? List.of("--plain") : List.of("--tls", place + "/tls"));
    if (host.workers() > 0) {
      command.addAll(List.of("--workers", String.valueOf(host.workers())));
    }
    if (member.equals(founder)) {
      command.add("--first");
    }
    if (acceptNew) {
      command.add("--accept-new");
    }
    String log = logs.get(member.label());
    if (log != null) {
      command.addAll(List.of("--return-from", log));
    }
    command.addAll(List.of("--leave-log", usualLogOf(member)));
    command.addAll(List.of("--log", place + "/log", "--ready", place + "/ready"));
    if (member.index() == 0) {
      command.addAll(List.of("--archive", archive));
    }
    if (!application.isEmpty()) {
      command.add("--");
      command.addAll(application);
    }
    return new Scripts.Start(member.label(), host.java(), command, archive, credentialsOf(member));
  }

  private Map<String, String> credentialsOf(Member member) {
    Map<String, String> files = new LinkedHashMap<>();
    cluster.addPlace(member);
    if (!config.plain()) {
      ClusterAuthority.open(cluster.authority())
          .issue(member.label())
          .files()
          .forEach((name, bytes) -> files.put(name, new String(bytes, UTF_8)));
    }
    return files;
  }

  @Override
  public void close() {
    ssh.close();
  }
}
