package io.phoenix.apps.launch;

import io.phoenix.apps.cluster.Applications;
import io.phoenix.apps.cluster.ControlClient;
import io.phoenix.apps.cluster.NodeApplication;
import io.phoenix.apps.cluster.NodeApplication.Driver;
import io.phoenix.apps.config.Complaint;
import io.phoenix.apps.config.Host;
import io.phoenix.apps.config.PortsConfig;
import io.phoenix.apps.config.PortsFile;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.routing.tls.ClusterAuthority;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code phoenix up}. */
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Starts a node on each host of a ports file, by SSH, and lets them join.",
      "The nodes go on when this command has ended; 'phoenix status' shows them."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  phoenix up ports.yaml",
      "  phoenix up ports.yaml -- storm --seconds 60",
      "  phoenix up --local 4",
      "  phoenix up --local 4 -- storm"
    })
public final class UpCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FILE",
      description = "a ports file; see 'phoenix check --help'")
  private @Nullable Path file;

  @Parameters(
      index = "1..*",
      paramLabel = "APP",
      description =
          "after --: what the nodes run, and its arguments (default: nothing in particular)")
  private List<String> application = new ArrayList<>();

  @Option(names = "--local", paramLabel = "N", description = "N nodes on this machine, no file")
  private int local;

  @Option(
      names = "--hosts",
      paramLabel = "HOST",
      split = ",",
      description = "only these hosts; the others can join later")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "what the cluster is called here (default: as the application)")
  private String name = "";

  @Option(
      names = "--accept-new",
      description = "remember the keys of hosts never seen before, instead of refusing them")
  private boolean acceptNew;

  @Spec private CommandSpec command = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    CommandLine cmd = command.commandLine();
    PortsFile read = file();
    if (!read.complaints().isEmpty()) {
      Complaint.print(read.name(), read.complaints(), cmd.getErr());
      return CommandLine.ExitCode.SOFTWARE;
    }
    PortsConfig config = read.config();
    List<Member> members = members(config);
    Driver driver = driver(); // before anything is started
    Jar jar = Jar.own();
    String clusterName = ClusterDirectory.nameOf(name.isEmpty() ? config.application() : name);
    ClusterDirectory cluster = ClusterDirectory.create(clusterName, read, application);
    if (!config.plain()) {
      ClusterAuthority authority = ClusterAuthority.create(cluster.authority(), clusterName);
      authority.issueAdministrator(ClusterDirectory.CLIENT).writeTo(cluster.clientCredentials());
    }
    return start(cluster, config, jar, members, driver);
  }

  private int start(
      ClusterDirectory cluster,
      PortsConfig config,
      Jar jar,
      List<Member> members,
      @Nullable Driver driver)
      throws InterruptedException {
    PrintWriter out = command.commandLine().getOut();
    PrintWriter err = command.commandLine().getErr();
    try (var launch = new Launch(cluster, config, jar, application, members, acceptNew)) {
      launch.foundBy(members.get(0));
      var starting = new Starting(launch, cluster, config, err);
      List<Member> started = starting.start(members);
      if (started.isEmpty()) {
        cluster.delete();
        throw new UserError("no node could be started", "mend what the lines above say");
      }
      try (ControlClient client = Clusters.connect(cluster, config, started)) {
        starting.awaitAll(client, started);
        out.printf(
            "cluster '%s': %d of %d nodes take part%n",
            cluster.name(), started.size(), members.size());
        out.flush();
        boolean well = driver == null || driver.drive(client, out, err);
        return well && started.size() == members.size()
            ? CommandLine.ExitCode.OK
            : CommandLine.ExitCode.SOFTWARE;
      }
    }
  }

  private @Nullable Driver driver() {
    if (application.isEmpty()) {
      return null;
    }
    NodeApplication chosen = Applications.named(application.get(0));
    try {
      return chosen.driver(application.subList(1, application.size()));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), chosen.name() + ": " + e.getMessage(), e);
    }
  }

  /** After --local N, the first word behind -- is no file. */
  private void settleWords() {
    List<String> words = command.commandLine().getParseResult().originalArgs();
    int end = words.indexOf("--");
    if (local != 0
        && file != null
        && end >= 0
        && !words.subList(0, end).contains(file.toString())) {
      application.add(0, file.toString());
      file = null;
    }
  }

  private PortsFile file() {
    settleWords();
    if ((file == null) == (local == 0)) {
      throw new ParameterException(
          command.commandLine(), file == null ? "which FILE? or --local N" : "FILE, or --local N");
    }
    if (file != null) {
      return PortsFile.read(file);
    }
    if (local < 1 || local > 1000) {
      throw new ParameterException(
          command.commandLine(), "--local=" + local + " must be in 1..1000");
    }
    return PortsFile.parse(
        "--local",
        """
        application: local
        nodes: %d
        ports: 7000-%d
        lans:
          here: [localhost]
        """
            .formatted(local, Math.max(7099, 7000 + local)));
  }

  private List<Member> members(PortsConfig config) {
    List<Host> hosts = Hosts.named(only, config);
    return hosts.stream().flatMap(host -> Member.allOf(host).stream()).toList();
  }
}
