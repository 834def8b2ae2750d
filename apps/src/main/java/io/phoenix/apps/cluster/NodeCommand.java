package io.phoenix.apps.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.OwnershipListener;
import io.phoenix.api.Phoenix;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.Port;
import io.phoenix.api.ResourceName;
import io.phoenix.api.Security;
import io.phoenix.api.SshSettings;
import io.phoenix.api.VirtualRange;
import io.phoenix.apps.cluster.NodeApplication.Place;
import io.phoenix.apps.cluster.NodeApplication.Running;
import io.phoenix.apps.process.FailureExit;
import io.phoenix.apps.process.OrderlyExit;
import io.phoenix.apps.process.RotatingLog;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.workstealing.steal.SiteSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code phoenix node}: what {@code phoenix up} starts on each host. */
@Command(
    name = NodeCommand.NAME,
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs one node of a computation, until it is told to leave.",
      "'phoenix up' starts such nodes on other hosts. SIGTERM makes one leave in order: what it",
      "cannot give to others then is written to a log (--leave-log), with which it can return."
    })
public final class NodeCommand implements Callable<Integer> {
  /** Its name on the command line. */
  public static final String NAME = "node";

  private static final Duration SETTLING = Duration.ofSeconds(5);

  @Option(names = "--application", required = true, paramLabel = "NAME", description = "its name")
  private String application = "";

  @Option(names = "--space", required = true, paramLabel = "L", description = "virtual nodes")
  private long space;

  @Option(
      names = "--label",
      paramLabel = "NAME",
      defaultValue = "node",
      description = "what people call this node")
  private String label = "";

  @Option(
      names = "--lan",
      paramLabel = "NAME",
      defaultValue = "",
      description = "the LAN that it is in (default: as its address tells)")
  private String lan = "";

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:0",
      description = "where to accept links (default: ${DEFAULT-VALUE})")
  private String listen = "";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "a port to hold a link to; repeatable")
  private List<String> ports = new ArrayList<>();

  @Option(
      names = "--reachable-at",
      paramLabel = "PORT",
      description = "where nodes of other LANs can dial this one; repeatable")
  private List<String> reachableAt = new ArrayList<>();

  @Option(
      names = "--bridge-port",
      paramLabel = "PORT",
      description = {
        "where this node may dial nodes of other LANs, to keep the LANs together; repeatable",
        "(default: where they say that they listen)"
      })
  private List<String> bridgePorts = new ArrayList<>();

  @Option(
      names = "--mesh-links",
      paramLabel = "N",
      description = "links to nodes of its LAN that it makes by itself; 0: no such links at all")
  private @Nullable Integer meshLinks;

  @Option(
      names = "--mesh-bridges",
      paramLabel = "N",
      description = "links from each LAN to the next that nodes make by themselves")
  private @Nullable Integer meshBridges;

  @Option(
      names = "--tls",
      paramLabel = "DIR",
      description = "the directory with this node's certificate")
  private @Nullable Path tls;

  @Option(
      names = "--plain",
      description = "plain TCP: whoever can connect, be it another user, is let in")
  private boolean plain;

  @Option(
      names = "--accept-new",
      description = "remember the keys of SSH hosts never seen before, instead of refusing them")
  private boolean acceptNew;

  @Option(names = "--workers", paramLabel = "N", description = "default: one for each processor")
  private int workers = Runtime.getRuntime().availableProcessors();

  @Option(names = "--first", description = "assumes the whole space, instead of joining others")
  private boolean first;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description = "where its output goes: at most 8 MB, and as much in FILE.1")
  private @Nullable Path log;

  @Option(
      names = "--leave-log",
      paramLabel = "FILE",
      description = {
        "where it writes, when it leaves, what it takes along or nobody takes",
        "(default: LABEL.leave in the current directory)"
      })
  private @Nullable Path leaveLog;

  @Option(
      names = "--return-from",
      paramLabel = "FILE",
      description = "goes on where a node left that wrote this log; it can be used once")
  private @Nullable Path returnFrom;

  @Option(names = "--ready", paramLabel = "FILE", description = "written when it can be reached")
  private @Nullable Path ready;

  @Option(
      names = "--archive",
      paramLabel = "FILE",
      description = "made, if it is not there, for faster starts (-XX:SharedArchiveFile=FILE)")
  private @Nullable Path archive;

  @Parameters(
      paramLabel = "APP",
      description = "the application and its arguments (default: " + IdleApplication.NAME + ")")
  private List<String> app = new ArrayList<>();

  @Spec private CommandSpec command = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    NodeConfig config = config();
    if (log != null) {
      RotatingLog.takeOutput(log);
    }
    List<String> words = app.isEmpty() ? List.of(IdleApplication.NAME) : app;
    NodeApplication chosen = Applications.named(words.get(0));
    Node node = open(config, returnFrom);
    FailureExit.watch(node);
    Running running = start(chosen, node, words.subList(1, words.size()));
    Path goes = leaveLog != null ? leaveLog : Path.of(label + ".leave");
    var process = new NodeProcess(node, running, label, goes);
    ClassArchive made = archive == null ? null : new ClassArchive(archive);
    var exit = OrderlyExit.onSignals(process::leave, System.out);
    var server =
        new ControlServer(process, new NodeSelf(label, lan, log, tls), new ProcessExit(exit, made));
    server.begin();
    if (first) {
      process.found();
    }
    announce(node);
    var unused = running.leftByItself().thenRun(exit::begin);
    node.addOwnershipListener(new EndWithNode(exit));
    if (made != null) {
      Runtime.getRuntime().addShutdownHook(new Thread(made::abandon, "abandon archive"));
      makeLater(made, process);
    }
    Thread.currentThread().join(); // the node's own threads go on; the exit ends this one
    return 0;
  }

  private NodeConfig config() {
    if (plain == (tls != null)) {
      throw new ParameterException(
          command.commandLine(),
          plain
              ? "--plain and --tls exclude each other"
              : "--tls DIR, or --plain to let in whoever can connect, also other local users");
    }
    if (workers < 1 || workers > SiteSettings.MAX_WORKERS) {
      throw new ParameterException(
          command.commandLine(),
          "--workers=" + workers + " must be from 1 to " + SiteSettings.MAX_WORKERS);
    }
    Security security = tls != null ? Security.tls(tls) : Security.plain();
    try {
      NodeConfig usual = NodeConfig.of(application, space);
      return usual
          .withLan(lan)
          .withMeshLinks(meshLinks == null ? usual.meshLinks() : meshLinks)
          .withMeshBridges(meshBridges == null ? usual.meshBridges() : meshBridges)
          .withReachableAt(reachableAt.stream().map(Port::parse).toList())
          .withBridgePorts(bridgePorts.stream().map(Port::parse).toList())
          .withListen(listen)
          .withPorts(ports.stream().map(Port::parse).toList())
          .withSsh(SshSettings.users().withAcceptNew(acceptNew))
          .withSecurity(security);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private static Node open(NodeConfig config, @Nullable Path log) {
    try {
      return log == null ? Phoenix.open(config) : Phoenix.open(config, log);
    } catch (PhoenixException e) {
      throw new UserError(
          "cannot open a node: " + e.getMessage(),
          log == null || !String.valueOf(e.getMessage()).contains("leave log")
              ? "is the port free? is the address this host's?"
              : "a log is good for one return to its own application; 'phoenix join' takes a node"
                  + " in afresh");
    }
  }

  private Running start(NodeApplication chosen, Node node, List<String> arguments) {
    try {
      return chosen.start(new Place(node, label, lan, workers), arguments);
    } catch (IllegalArgumentException e) {
      node.close();
      throw new UserError(
          chosen.name() + ": " + e.getMessage(),
          returnFrom == null ? "mend its arguments" : "the log is " + returnFrom + ".used now");
    }
  }

  /** Says that it can be reached, to people and to whoever waits for the file. */
  private void announce(Node node) throws IOException {
    String line = "ready: " + node.resourceName() + " at " + node.localPort();
    System.out.println(line);
    if (ready != null) {
      Path part = ready.resolveSibling(ready.getFileName() + ".part");
      Files.writeString(part, line + "\n", UTF_8);
      Files.move(part, ready, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** When the node has taken part for a while: others may still be starting on this host. */
  private static void makeLater(ClassArchive archive, NodeProcess process) {
    boolean tookPart = process.state() == NodeProcess.State.TAKING_PART;
    process
        .node()
        .loop()
        .schedule(
            SETTLING,
            () -> {
              if (tookPart) {
                var maker = new Thread(archive::make, "archive");
                maker.setDaemon(true);
                maker.start();
              } else {
                makeLater(archive, process);
              }
            });
  }

  /** A node that ended without being told to, since it was revoked, takes its process along. */
  private record EndWithNode(OrderlyExit exit) implements OwnershipListener {
    @Override
    public void onOwner(VirtualRange range, @Nullable ResourceName owner, long epoch) {}

    @Override
    public void onLeft() {
      exit.begin();
    }
  }

  private record ProcessExit(OrderlyExit exit, @Nullable ClassArchive made)
      implements ControlServer.Exit {
    @Override
    public void leave() {
      exit.begin();
    }

    @Override
    public void end() {
      System.out.println("ended by 'phoenix down'");
      System.out.flush();
      if (made != null) {
        made.abandon();
      }
      Runtime.getRuntime().halt(0);
    }
  }
}
