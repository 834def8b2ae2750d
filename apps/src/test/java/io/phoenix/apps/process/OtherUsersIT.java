package io.phoenix.apps.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.launch.JvmFlags;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What another user of this machine can do to the processes that commands start. Needs root. */
@Timeout(180)
class OtherUsersIT {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private static final Path JAR = Path.of("target/phoenix.jar").toAbsolutePath();

  private Path directory;
  private Path jar;
  private final List<Process> started = new ArrayList<>();

  @BeforeEach
  void makeWhatOthersCanRead() throws IOException {
    directory = Files.createTempDirectory("strangers");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    jar = Files.copy(JAR, directory.resolve("phoenix.jar"));
    Path packages = directory.resolve(Stranger.class.getPackageName().replace('.', '/'));
    Files.createDirectories(packages);
    String file = Stranger.class.getSimpleName() + ".class";
    Files.copy(
        Path.of("target/test-classes/io/phoenix/apps/process", file), packages.resolve(file));
  }

  @AfterEach
  void endAll() throws Exception {
    for (Process process : started) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
    new ProcessBuilder("rm", "-rf", directory.toString()).start().waitFor();
  }

  @Test
  void nobodyGetsIntoARunNorSeesItsSecrets() throws Exception {
    Process run = phoenix("run", "nqueens", "16", "--nodes", "2");
    Set<String> ports = awaitPorts(run.toHandle(), 3); // the command's own node, and two
    assertThat(ports).allMatch(port -> port.startsWith("127.0.0.1:"));
    List<List<String>> words = new ArrayList<>();
    for (ProcessHandle child : run.children().toList()) {
      words.add(after("io.phoenix.apps.run.JobProcess", strings(child.pid(), "cmdline")));
      assertThat(environment(child))
          .containsExactlyInAnyOrderElementsOf(environment(run.toHandle()));
    }
    assertThat(words)
        .containsExactlyInAnyOrder(
            List.of("--label=node 1", "--workers=1"), List.of("--label=node 2", "--workers=1"));
    assertKeptOut("phoenix-run", 1L << 40, ports);
    assertEndsWell(run);
  }

  @Test
  void nobodyGetsIntoAStorm() throws Exception {
    Process storm = phoenix("storm", "--nodes=2", "--seconds=15", "--cuts-per-second=0");
    Set<String> ports = awaitPorts(storm.toHandle(), 2);
    assertThat(ports).allMatch(port -> port.startsWith("127.0.0.1:"));
    assertKeptOut("storm", 4096, ports);
    assertEndsWell(storm);
  }

  @Test
  void nobodyGetsIntoAClusterOfLocalhost() throws Exception {
    Path home = Files.createTempDirectory(directory, "home");
    Path file =
        Files.writeString(
            directory.resolve("ports.yaml"),
            """
            application: strangers
            space: 4096
            nodes: 2
            ports: 38410-38419
            lans: {here: [localhost]}
            """);
    assertEndsWell(phoenixOf(home, "up", file.toString(), "--", "jobs"));
    try {
      Set<String> ports = new TreeSet<>();
      for (String label : List.of("localhost.1", "localhost.2")) {
        Path place = home.resolve(".phoenix/nodes/strangers").resolve(label);
        ports.addAll(
            Sockets.listeningOf(Long.parseLong(Files.readString(place.resolve("pid")).strip())));
        assertPrivate(place.resolve("tls/node.pem"));
      }
      assertPrivate(home.resolve(".phoenix/strangers/control-client/node.pem"));
      assertThat(ports).containsExactly("127.0.0.1:38410", "127.0.0.1:38411");
      assertKeptOut("strangers", 4096, ports);
      assertEndsWell(phoenixOf(home, "run", "nqueens", "10", "--cluster", "strangers"));
    } finally {
      assertEndsWell(phoenixOf(home, "down", "--cluster", "strangers"));
    }
  }

  private static void assertPrivate(Path file) throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
        .isEqualTo("rwx------");
  }

  /** As nobody, at all ports; it must have been answered, and never been linked. */
  private void assertKeptOut(String application, long space, Set<String> ports) throws Exception {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", JAVA));
    command.addAll(JvmFlags.ofNode(Runtime.version().feature()));
    command.addAll(List.of("-cp", jar + ":" + directory));
    command.addAll(List.of(Stranger.class.getName(), application, String.valueOf(space)));
    command.addAll(ports);
    Path out = directory.resolve("stranger.out");
    Process stranger = start(command, out);
    assertThat(stranger.waitFor(120, TimeUnit.SECONDS)).isTrue();
    List<String> tries =
        Files.readAllLines(out).stream().filter(line -> line.startsWith("127.0.0.1:")).toList();
    assertThat(tries).hasSize(2 * ports.size()).allMatch(line -> line.contains(": refused: "));
  }

  private Process phoenix(String... words) throws IOException {
    return phoenixOf(directory, words);
  }

  private Process phoenixOf(Path home, String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of(JAVA, "-Duser.home=" + home));
    command.addAll(JvmFlags.ofNode(Runtime.version().feature()));
    command.addAll(List.of("-jar", JAR.toString()));
    command.addAll(List.of(words));
    return start(command, directory.resolve(words[0] + ".out"));
  }

  private Process start(List<String> command, Path out) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    started.add(process);
    return process;
  }

  private void assertEndsWell(Process process) throws Exception {
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(this::allOutput).isZero();
  }

  private String allOutput() {
    try (var files = Files.newDirectoryStream(directory, "*.out")) {
      var all = new StringBuilder();
      for (Path file : files) {
        all.append(file).append(":\n").append(Files.readString(file));
      }
      return all.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until a process and its children listen on so many ports. */
  private static Set<String> awaitPorts(ProcessHandle process, int count)
      throws InterruptedException {
    while (true) { // the test as a whole has a deadline
      Set<String> ports = new TreeSet<>(listening(process));
      process.children().forEach(child -> ports.addAll(listening(child)));
      if (ports.size() >= count) {
        return ports;
      }
      assertThat(process.isAlive()).isTrue();
      Thread.sleep(10);
    }
  }

  private static Set<String> listening(ProcessHandle process) {
    try {
      return Sockets.listeningOf(process.pid());
    } catch (IOException e) {
      return Set.of(); // it has ended
    }
  }

  private static List<String> strings(long pid, String file) throws IOException {
    return Arrays.asList(Files.readString(Path.of("/proc/" + pid, file)).split("\0"));
  }

  private static List<String> after(String word, List<String> words) {
    return words.subList(words.lastIndexOf(word) + 1, words.size());
  }

  private static List<String> environment(ProcessHandle process) throws IOException {
    return strings(process.pid(), "environ");
  }
}
