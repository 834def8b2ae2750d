package io.phoenix.apps.config;

import io.phoenix.apps.config.Yaml.Scalar;
import io.phoenix.workstealing.steal.SiteSettings;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What can be said of a host; also of a whole LAN, or of all LANs, whose hosts it then goes for.
 *
 * @param ports see {@link Host}, as for the rest
 * @param jvm options of the JVM
 */
record HostSettings(PortRange ports, int nodes, int workers, String java, List<String> jvm) {
  /** The keys that this reads. */
  static final Set<String> KEYS = Set.of("ports", "nodes", "workers", "java", "jvm");

  static final HostSettings DEFAULTS = new HostSettings(PortRange.DEFAULT, 1, 0, "java", List.of());

  private static final Pattern PORTS = Pattern.compile("(\\d{1,9})(?:\\s*-\\s*(\\d{1,9}))?");
  private static final int MAX_PORT = 65535;
  private static final int MAX_NODES = 1000;

  /** These, with what {@code fields} say instead. */
  HostSettings with(Fields fields, Complaints complaints) {
    PortRange newPorts = orElse(readPorts(fields, complaints), ports);
    int newNodes = (int) fields.number("nodes", 1, MAX_NODES, nodes);
    int newWorkers = (int) fields.number("workers", 1, SiteSettings.MAX_WORKERS, workers);
    String newJava = orElse(fields.word("java"), java);
    List<String> options = fields.words("jvm").stream().map(Scalar::text).toList();
    return new HostSettings(
        newPorts, newNodes, newWorkers, newJava, options.isEmpty() ? jvm : options);
  }

  HostSettings withPort(int port) {
    return new HostSettings(new PortRange(port, port), nodes, workers, java, jvm);
  }

  private static <T> T orElse(@Nullable T value, T otherwise) {
    return value == null ? otherwise : value;
  }

  private static @Nullable PortRange readPorts(Fields fields, Complaints complaints) {
    String text = fields.text("ports");
    if (text == null) {
      return null;
    }
    Matcher m = PORTS.matcher(text);
    if (!m.matches()) {
      complaints.add(
          fields.at("ports"),
          Complaints.quote(text) + " is neither a port nor a range of ports",
          "write ports: 7000, or ports: 7000-7099");
      return null;
    }
    int first = Integer.parseInt(m.group(1));
    int last = m.group(2) == null ? first : Integer.parseInt(m.group(2));
    if (first < 1 || last > MAX_PORT) {
      complaints.add(
          fields.at("ports"),
          "port " + (first < 1 ? first : last) + " does not exist",
          "ports are in 1.." + MAX_PORT + "; above 1023 anybody may listen on them");
      return null;
    }
    if (first > last) {
      complaints.add(
          fields.at("ports"),
          "ports=" + first + "-" + last + " is empty",
          "write ports: " + last + "-" + first);
      return null;
    }
    return new PortRange(first, last);
  }
}
