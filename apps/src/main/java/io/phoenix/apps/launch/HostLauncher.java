package io.phoenix.apps.launch;

import io.phoenix.api.PhoenixException;
import io.phoenix.apps.config.Host;
import io.phoenix.routing.ssh.SshResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Starts the nodes of one host: looks what is there, copies the jar unless it is there, starts, and
 * waits until each node can be reached.
 */
final class HostLauncher {
  private static final int LEAST_JAVA = 17;
  private static final Duration PROBE_LIMIT = Duration.ofSeconds(30);
  private static final int READY_SECONDS = 60;

  private final Launch launch;
  private final Host host;
  private final List<Member> members;
  private final Progress progress;

  /** What came of it: the nodes that run, and what went wrong, if anything did. */
  record Outcome(Host host, List<Member> started, @Nullable HostFailure failure) {
    Outcome {
      started = List.copyOf(started);
    }
  }

  HostLauncher(Launch launch, Host host, List<Member> members, Progress progress) {
    this.launch = launch;
    this.host = host;
    this.members = members;
    this.progress = progress;
  }

  /** Never throws: what goes wrong with one host is no matter of the others. */
  Outcome start() {
    long startedNs = System.nanoTime();
    Outcome outcome;
    try {
      outcome = tryToStart();
    } catch (PhoenixException e) {
      outcome = failed(HostFailure.of(e));
    } catch (RuntimeException e) {
      outcome = failed(new HostFailure(e.toString(), "this is a bug: please report it"));
    }
    HostFailure failure = outcome.failure();
    double seconds = (System.nanoTime() - startedNs) / 1e9;
    progress.end(
        host.name(),
        failure == null
            ? "%d node%s, ready after %.1f s"
                .formatted(outcome.started().size(), members.size() == 1 ? "" : "s", seconds)
            : "FAILED: " + failure.what().lines().findFirst().orElse(""));
    return outcome;
  }

  private Outcome failed(HostFailure failure) {
    return new Outcome(host, List.of(), failure);
  }

  private Outcome tryToStart() {
    progress.step(host.name(), "connecting");
    HostShell shell = launch.shellOn(host);
    String directory = launch.config().directory();
    String jar = launch.jar().remoteName();
    List<String> labels = members.stream().map(Member::label).toList();
    SshResult probe =
        shell.run(
            Scripts.probe(host.java(), directory, jar, launch.cluster().name(), labels),
            PROBE_LIMIT);
    HostFailure unfit = unfit(probe);
    if (unfit != null) {
      return failed(unfit);
    }
    if (probe.out().lines().noneMatch(line -> line.equals("jar"))) {
      progress.step(host.name(), "copying phoenix.jar");
      shell.put(launch.jar().file(), directory + "/" + jar);
    }
    progress.step(host.name(), "starting");
    List<Scripts.Start> starts = new ArrayList<>();
    var java = HostJava.in(probe);
    for (Member member : members) {
      starts.add(launch.startOf(member, java));
    }
    SshResult result =
        shell.run(
            Scripts.start(directory, launch.cluster().name(), starts, READY_SECONDS),
            Duration.ofSeconds(READY_SECONDS + 30));
    return outcome(result);
  }

  private @Nullable HostFailure unfit(SshResult probe) {
    if (!probe.isOk()) {
      return new HostFailure(
          "a shell there says: " + said(probe), "does 'ssh " + host.name() + " sh' work?");
    }
    var java = HostJava.in(probe);
    int version = java.version();
    if (version == 0) {
      return new HostFailure(
          "no Java: '" + host.java() + " -version' says: " + java.words(),
          "install a JRE >= " + LEAST_JAVA + ", or say in the ports file where it is: java: /…");
    }
    if (version < LEAST_JAVA) {
      return new HostFailure(
          "'" + host.java() + "' is Java " + version + ", need >= " + LEAST_JAVA,
          "say in the ports file where a newer one is: java: /…");
    }
    List<String> running =
        probe.out().lines().filter(l -> l.startsWith("runs=")).map(l -> l.substring(5)).toList();
    return running.isEmpty()
        ? null
        : new HostFailure(
            String.join(", ", running) + " of this cluster runs there already",
            "'phoenix status' shows it, 'phoenix leave' makes it leave");
  }

  private Outcome outcome(SshResult result) {
    List<Member> started = new ArrayList<>();
    for (Member member : members) {
      if (result.out().lines().anyMatch(line -> line.equals("ready " + member.label()))) {
        started.add(member);
      }
    }
    if (started.size() == members.size()) {
      return new Outcome(host, started, null);
    }
    return new Outcome(host, started, reasonIn(result));
  }

  /** What a node said before it ended: its own error and hint, if it had the time. */
  private static HostFailure reasonIn(SshResult result) {
    List<String> lines = (result.out() + "\n" + result.err()).lines().toList();
    String error = null;
    String hint = null;
    for (String line : lines) {
      if (line.startsWith("error: ")) {
        error = line.substring("error: ".length());
      } else if (line.startsWith("hint: ")) {
        hint = line.substring("hint: ".length());
      }
    }
    if (error == null) {
      error = "it did not start: " + said(result);
    }
    if (hint == null) {
      hint = error.contains("No space left") ? "make room on that disk" : "its log says more";
    }
    return new HostFailure(error, hint);
  }

  private static String said(SshResult result) {
    String words = (result.err() + "\n" + result.out()).strip();
    return words.isEmpty() ? "nothing (exit code " + result.exitCode() + ")" : words;
  }
}
