package io.phoenix.apps.launch;

import io.phoenix.api.PhoenixException;
import io.phoenix.apps.config.PortsConfig;
import io.phoenix.apps.config.PortsFile;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.workstealing.Names;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the launching machine keeps of a cluster, in {@code ~/.phoenix/NAME}: the ports file, the
 * authority, credentials for commands, the application, and which nodes were started.
 */
final class ClusterDirectory {
  private static final String LAST = "last";
  private static final String PORTS = "ports.yaml";
  private static final String NODES = "nodes";
  private static final String PLACES = "places";
  private static final String AWAY = "away";

  /** What the authority calls the commands of this machine. */
  static final String CLIENT = "control-client";

  private static final String APPLICATION = "application";

  private final Path directory;

  private ClusterDirectory(Path directory) {
    this.directory = directory;
  }

  /** Where all clusters of this user are. */
  static Path home() {
    return Path.of(System.getProperty("user.home", "."), ".phoenix");
  }

  /** A name of a directory, from that of an application. */
  static String nameOf(String application) {
    String name = application.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9._-]+", "-");
    // Phoenix's files for nodes are beside those of clusters.
    boolean isTaken = name.equals("jars") || name.equals("nodes") || name.equals(LAST);
    return name.matches("[a-z0-9].{0,60}") && !isTaken ? name : "cluster";
  }

  /**
   * Makes a directory for a new cluster, which becomes the last one.
   *
   * @throws UserError if there is one of that name
   */
  static ClusterDirectory create(String name, PortsFile file, List<String> application) {
    Path directory = home().resolve(name);
    if (Files.exists(directory.resolve(PORTS))) {
      throw new UserError(
          "there is a cluster '" + name + "' already, in " + directory,
          "'phoenix down --cluster " + name + "' ends it; --name gives the new one another name");
    }
    try {
      Files.createDirectories(home());
      if (!Files.exists(directory)) {
        Files.createDirectory(
            directory,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
      var created = new ClusterDirectory(directory);
      created.write(PORTS, file.text());
      created.write(APPLICATION, String.join("\n", application));
      created.becomeLast();
      return created;
    } catch (IOException e) {
      throw new UserError(
          "cannot make " + directory + ": " + e.getMessage(), "is there room, and may you write?");
    }
  }

  /**
   * The cluster of that name, or the last one.
   *
   * @param name "" for the last one
   */
  static ClusterDirectory find(String name) {
    String wanted = name.isEmpty() ? last() : name;
    var found = new ClusterDirectory(home().resolve(wanted));
    if (wanted.isEmpty() || !Files.exists(found.directory.resolve(PORTS))) {
      List<String> all = names();
      throw new UserError(
          name.isEmpty()
              ? "no cluster was started from here"
              : "there is no cluster '" + name + "'",
          all.isEmpty()
              ? "'phoenix up FILE' starts one; elsewhere, copy ~/.phoenix/NAME from where it was"
              : Names.hint(wanted, all) + " (--cluster NAME)");
    }
    return found;
  }

  static boolean exists(String name) {
    return Files.exists(home().resolve(name).resolve(PORTS));
  }

  private static String last() {
    try {
      return Files.readString(home().resolve(LAST)).strip();
    } catch (IOException e) {
      List<String> all = names();
      return all.size() == 1 ? all.get(0) : "";
    }
  }

  private static List<String> names() {
    try (Stream<Path> entries = Files.list(home())) {
      return entries
          .filter(entry -> Files.exists(entry.resolve(PORTS)))
          .map(entry -> entry.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private void becomeLast() throws IOException {
    Files.writeString(home().resolve(LAST), name() + "\n");
  }

  String name() {
    return directory.getFileName().toString();
  }

  Path authority() {
    return directory.resolve("authority");
  }

  /** Credentials for the commands. */
  Path clientCredentials() {
    return directory.resolve(CLIENT);
  }

  /** How far {@code phoenix renew} has come, if it is not done. */
  Path renewal() {
    return directory.resolve("renewal");
  }

  PortsConfig config() {
    PortsFile file = PortsFile.read(directory.resolve(PORTS));
    if (!file.complaints().isEmpty()) {
      throw new UserError(
          file.name() + " has been damaged: " + file.complaints().get(0).message(), "restore it");
    }
    return file.config();
  }

  /** A newer version of the ports file: with more hosts, say. */
  void update(PortsFile file) {
    write(PORTS, file.text());
  }

  List<String> application() {
    String text = read(APPLICATION);
    return text.isEmpty() ? List.of() : List.of(text.split("\n", -1));
  }

  /** The nodes that were started and have not been told to leave. */
  List<Member> members() {
    return membersIn(NODES);
  }

  /** Where files of nodes may be: of all that were ever given any. */
  List<Member> places() {
    return membersIn(PLACES);
  }

  private List<Member> membersIn(String file) {
    Set<String> labels = labels(file);
    return config().hosts().stream()
        .flatMap(host -> Member.allOf(host).stream())
        .filter(member -> labels.contains(member.label()))
        .toList();
  }

  synchronized void add(Member member) {
    addTo(NODES, member);
  }

  /** A node is about to be given files. */
  synchronized void addPlace(Member member) {
    addTo(PLACES, member);
  }

  private void addTo(String file, Member member) {
    Set<String> labels = labels(file);
    labels.add(member.label());
    write(file, String.join("\n", labels));
  }

  synchronized void remove(String label) {
    Set<String> labels = labels(NODES);
    labels.remove(label);
    write(NODES, String.join("\n", labels));
  }

  /** The nodes that have left for a while, with the logs that they wrote on their hosts. */
  synchronized Map<String, String> away() {
    Map<String, String> away = new LinkedHashMap<>();
    for (String line : labels(AWAY)) {
      int end = line.indexOf(' ');
      away.put(line.substring(0, Math.max(0, end)), line.substring(end + 1));
    }
    return away;
  }

  /** A node leaves for a while. */
  synchronized void addAway(String label, String log) {
    remove(label);
    removeAway(label);
    Set<String> lines = labels(AWAY);
    lines.add(label + " " + log);
    write(AWAY, String.join("\n", lines));
  }

  /** A node that was to leave for a while is still there. */
  synchronized void restore(String label) {
    removeAway(label);
    Set<String> labels = labels(NODES);
    labels.add(label);
    write(NODES, String.join("\n", labels));
  }

  /** A node is back. */
  synchronized void removeAway(String label) {
    Set<String> lines = labels(AWAY);
    lines.removeIf(line -> line.startsWith(label + " "));
    write(AWAY, String.join("\n", lines));
  }

  private Set<String> labels(String file) {
    Set<String> labels = new LinkedHashSet<>(List.of(read(file).split("\n", -1)));
    labels.remove("");
    return labels;
  }

  private String read(String file) {
    try {
      Path path = directory.resolve(file);
      return Files.exists(path) ? Files.readString(path) : "";
    } catch (IOException e) {
      throw new UserError(
          "cannot read " + directory.resolve(file) + ": " + e.getMessage(), "mend it");
    }
  }

  private void write(String file, String text) {
    try {
      Path part = directory.resolve(file + ".part");
      Files.writeString(part, text);
      Files.move(part, directory.resolve(file), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new PhoenixException("cannot write " + directory.resolve(file) + ": " + e, e);
    }
  }

  /** Forgets the cluster: there is nothing left of it. */
  void delete() {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException | UncheckedIOException e) {
      throw new UserError(
          "cannot delete " + directory + ": " + e.getMessage(), "delete it by hand");
    }
  }

  @Override
  public String toString() {
    return directory.toString();
  }
}
