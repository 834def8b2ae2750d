package io.phoenix.apps.config;

import io.phoenix.apps.config.Yaml.Scalar;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a plain list of hosts, one {@code host[:port]} a line, as MPI's machines files are: one
 * LAN. What follows a {@code #} is a comment.
 */
final class MachinesReader {
  private MachinesReader() {}

  /** Whether a text is such a list, as opposed to YAML. */
  static boolean isList(String text) {
    boolean any = false;
    for (String line : text.split("\\R", -1)) {
      String content = content(line);
      if (content.matches("(- |\\{|\\[[^:]*$|---|%|[^\\s:]+\\s*:(\\s|$)).*")) {
        return false;
      }
      any |= !content.isEmpty();
    }
    return any;
  }

  static PortsConfig read(String name, String text, Complaints complaints) {
    var reader = new PortsReader(complaints);
    List<Host> hosts = new ArrayList<>();
    String[] lines = text.split("\\R", -1);
    for (int i = 0; i < lines.length; i++) {
      String content = content(lines[i]);
      if (content.isEmpty()) {
        continue;
      }
      int column = lines[i].indexOf(content) + 1;
      String[] words = content.split("\\s+", 2);
      if (words.length > 1) {
        complaints.add(
            new Mark(i + 1, column + content.length() - words[1].length()),
            Complaints.quote(words[1]) + " after the host",
            words[1].contains("slots")
                ? "how many workers a host has is said in a YAML file: "
                    + "{host: "
                    + words[0]
                    + ", workers: 4}"
                : "one host[:port] a line");
      }
      hosts.addAll(
          reader.named(
              "lan",
              new Scalar(new Mark(i + 1, column), words[0]),
              HostSettings.DEFAULTS,
              ReachReader.DEFAULT));
    }
    return new PortsConfig(
        name,
        PortsConfig.DEFAULT_SPACE,
        false,
        PortsConfig.DEFAULT_DIRECTORY,
        List.of(new Lan("lan", Mark.START, hosts)));
  }

  private static String content(String line) {
    int comment = line.indexOf('#');
    return (comment < 0 ? line : line.substring(0, comment)).strip();
  }
}
