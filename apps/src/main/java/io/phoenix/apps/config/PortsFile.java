package io.phoenix.apps.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.apps.config.Yaml.Mapping;
import io.phoenix.apps.terminal.UserError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads ports files.
 *
 * <pre>{@code
 * PortsFile file = PortsFile.read(Path.of("ports.yaml"));
 * if (file.complaints().isEmpty()) {
 *   start(file.config());
 * } else {
 *   Complaint.print(file.name(), file.complaints(), err);
 * }
 * }</pre>
 *
 * @param name the file's name, for messages
 * @param text what it says
 * @param parsed what that means, as far as it could be understood
 * @param complaints all that is wrong with it
 */
public record PortsFile(
    String name, String text, @Nullable PortsConfig parsed, List<Complaint> complaints) {
  private static final long MAX_BYTES = 4 << 20;

  /** Copies the list. */
  public PortsFile {
    complaints = List.copyOf(complaints);
  }

  /**
   * What the file says.
   *
   * @throws IllegalStateException if there are complaints
   */
  public PortsConfig config() {
    if (parsed == null || !complaints.isEmpty()) {
      throw new IllegalStateException(name + " has " + complaints.size() + " mistakes");
    }
    return parsed;
  }

  /**
   * Reads a file.
   *
   * @throws UserError if there is none, or it is no text
   */
  public static PortsFile read(Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new UserError(
            file + " has more than " + (MAX_BYTES >> 20) + " MiB", "is that the right file?");
      }
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
      return parse(file.toString(), UTF_8.newDecoder().decode(bytes).toString());
    } catch (CharacterCodingException e) {
      throw new UserError(file + " is no text in UTF-8", "is that the right file?");
    } catch (IOException e) {
      String why = Files.isDirectory(file) ? "it is a directory" : "is it there?";
      throw new UserError(
          "cannot read " + file + ": " + why, "'phoenix check --help' shows what such a file is");
    }
  }

  /** Reads a text; never throws. */
  public static PortsFile parse(String name, String text) {
    var complaints = new Complaints();
    PortsConfig config =
        MachinesReader.isList(text)
            ? MachinesReader.read(stem(name), text, complaints)
            : readYaml(text, complaints);
    if (config != null) {
      config = resolved(config, complaints);
      ListeningPorts.check(config.hosts(), complaints);
      if (complaints.isEmpty()) {
        Reachability.of(config).complain(complaints);
      }
    }
    return new PortsFile(name, text, config, complaints.sorted());
  }

  private static @Nullable PortsConfig readYaml(String text, Complaints complaints) {
    Yaml root = YamlReader.read(text, complaints);
    if (root instanceof Mapping mapping) {
      return new PortsReader(complaints).read(mapping);
    }
    if (complaints.isEmpty()) {
      complaints.add(
          root == null ? Mark.START : root.at(),
          root == null ? "the file is empty" : "the file is " + root.kind(),
          "the least is: application: NAME, and below lans: a line   here: [host1, host2]");
    }
    return null;
  }

  private static PortsConfig resolved(PortsConfig config, Complaints complaints) {
    var jumps = new Jumps(config.hosts(), complaints);
    return new PortsConfig(
        config.application(),
        config.space(),
        config.plain(),
        config.directory(),
        config.lans().stream()
            .map(
                lan ->
                    new Lan(
                        lan.name(),
                        lan.at(),
                        lan.hosts().stream().map(jumps::resolve).collect(Collectors.toList())))
            .toList());
  }

  /** The name of an application that the file does not give: the file's own. */
  private static String stem(String name) {
    Path last = Path.of(name).getFileName();
    String file = last == null ? "" : last.toString();
    int dot = file.lastIndexOf('.');
    String stem = dot > 0 ? file.substring(0, dot) : file;
    return stem.isBlank() ? "phoenix" : stem;
  }
}
