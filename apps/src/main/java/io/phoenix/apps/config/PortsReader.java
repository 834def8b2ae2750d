package io.phoenix.apps.config;

import io.phoenix.api.NodeConfig;
import io.phoenix.apps.config.Yaml.Entry;
import io.phoenix.apps.config.Yaml.Mapping;
import io.phoenix.apps.config.Yaml.Scalar;
import io.phoenix.workstealing.monitor.PeerInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the tree of a YAML file as a ports config. */
final class PortsReader {
  private static final Set<String> TOP =
      plus(HostSettings.KEYS, "application", "space", "security", "directory", "lans");
  private static final Set<String> OF_LAN = plus(HostSettings.KEYS, "hosts", "reach");
  private static final Set<String> OF_HOST = plus(HostSettings.KEYS, "host", "reach");
  private static final Set<String> SECURITY = Set.of("tls", "none");
  private static final int MAX_NAME = 200;
  private static final int MAX_HOSTS = 100_000;

  private final Complaints complaints;
  private final Map<String, Mark> seen = new HashMap<>();

  PortsReader(Complaints complaints) {
    this.complaints = complaints;
  }

  private static Set<String> plus(Set<String> keys, String... more) {
    Set<String> all = new HashSet<>(keys);
    all.addAll(List.of(more));
    return all;
  }

  /** The config, which is only good if there are no complaints. */
  PortsConfig read(Mapping root) {
    Fields top = new Fields(root, TOP, complaints);
    HostSettings settings = HostSettings.DEFAULTS.with(top, complaints);
    String application = application(top);
    long space = top.number("space", 1, NodeConfig.MAX_SPACE, PortsConfig.DEFAULT_SPACE);
    String directory = top.word("directory");
    String security = top.text("security");
    if (security != null && !SECURITY.contains(security)) {
      complaints.unknown(top.at("security"), "security", security, SECURITY);
    }
    return new PortsConfig(
        application,
        space,
        "none".equals(security),
        directory == null ? PortsConfig.DEFAULT_DIRECTORY : directory,
        lans(top, settings));
  }

  private String application(Fields top) {
    String name = top.text("application");
    if (name == null) {
      if (top.get("application") == null) {
        complaints.add(
            top.at(), "no 'application'", "name it in the first line: application: histogram");
      }
      return "";
    }
    if (name.length() > MAX_NAME) {
      complaints.add(
          top.at("application"),
          "the application's name is longer than " + MAX_NAME + " characters",
          "a short one does");
    }
    return name;
  }

  private List<Lan> lans(Fields top, HostSettings settings) {
    Yaml value = top.get("lans");
    if (value == null || (value instanceof Scalar word && word.text().isEmpty())) {
      complaints.add(
          value == null ? top.at() : value.at(),
          "no 'lans'",
          "write lans:, below it the name of a LAN, and below that hosts: [host1, host2]");
      return List.of();
    }
    if (!(value instanceof Mapping mapping)) {
      complaints.add(
          value.at(),
          "'lans' is " + value.kind(),
          "below lans: goes the name of each LAN, as in   office: {hosts: [pc1, pc2]}");
      return List.of();
    }
    List<Lan> lans = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Entry entry : mapping.entries()) {
      String name = entry.key().text();
      if (name.length() > PeerInfo.MAX_CLUSTER) {
        complaints.add(
            entry.key().at(),
            "the name of a LAN is longer than " + PeerInfo.MAX_CLUSTER + " characters",
            "choose a shorter one");
      } else if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
        complaints.add(
            entry.key().at(),
            Complaints.quote(name) + " cannot be the name of a LAN",
            "letters, digits and . - _ do");
      } else if (!names.add(name)) {
        complaints.add(
            entry.key().at(), "LAN '" + name + "' is there twice", "give one another name");
      } else {
        lans.add(new Lan(name, entry.key().at(), hosts(name, entry, settings)));
      }
    }
    return lans;
  }

  private List<Host> hosts(String lan, Entry entry, HostSettings outer) {
    // 'office: [pc1, pc2]' is short for 'office: {hosts: [pc1, pc2]}'.
    Mapping mapping =
        entry.value() instanceof Mapping given
            ? given
            : new Mapping(
                entry.value().at(),
                List.of(new Entry(new Scalar(entry.value().at(), "hosts"), entry.value())));
    Fields fields = new Fields(mapping, OF_LAN, complaints);
    HostSettings settings = outer.with(fields, complaints);
    Reach reach = ReachReader.read(fields, ReachReader.DEFAULT, complaints);
    List<Host> hosts = new ArrayList<>();
    List<Yaml> items = fields.items("hosts");
    for (Yaml item : items) {
      hosts.addAll(host(lan, item, settings, reach));
    }
    if (items.isEmpty()) {
      complaints.add(
          entry.key().at(), "LAN '" + lan + "' has no hosts", "write hosts: [host1, host2]");
    }
    if (hosts.size() > 1 && reach instanceof Reach.Ssh ssh && ssh.at() != null) {
      complaints.add(
          fields.at("reach"),
          "one SSH server for " + hosts.size() + " hosts",
          "if it is a gateway to them, write reach: {jump: " + ssh.at().host() + "}");
    }
    return hosts;
  }

  private List<Host> host(String lan, Yaml item, HostSettings settings, Reach reach) {
    if (item instanceof Scalar word) {
      return named(lan, word, settings, reach);
    }
    if (!(item instanceof Mapping mapping)) {
      complaints.add(
          item.at(),
          item.kind() + " in 'hosts'",
          "write a host name, or {host: name, ports: 7000}");
      return List.of();
    }
    Fields fields = new Fields(mapping, OF_HOST, complaints);
    HostSettings own = settings.with(fields, complaints);
    Reach ownReach = ReachReader.read(fields, reach, complaints);
    String name = fields.text("host");
    if (name == null) {
      if (fields.get("host") == null) {
        complaints.add(item.at(), "a host without a name", "write {host: name, …}");
      }
      return List.of();
    }
    return named(lan, new Scalar(fields.at("host"), name), own, ownReach);
  }

  /** Hosts from a text such as {@code pc1}, {@code pc1:7000} or {@code node[01-16]}. */
  List<Host> named(String lan, Scalar text, HostSettings settings, Reach reach) {
    HostPort split = HostPort.split(text, complaints);
    if (split == null) {
      return List.of();
    }
    HostSettings own = split.port() == 0 ? settings : settings.withPort(split.port());
    if (own.nodes() > own.ports().size()) {
      complaints.add(
          text.at(),
          "nodes=" + own.nodes() + " need as many ports, and ports=" + own.ports() + " are fewer",
          "write ports: " + own.ports().first() + "-" + (own.ports().first() + own.nodes() - 1));
    }
    List<Host> hosts = new ArrayList<>();
    for (String name : HostNames.expand(split.host(), text.at(), complaints)) {
      Mark first = seen.putIfAbsent(name, text.at());
      if (first != null) {
        complaints.add(
            text.at(),
            "host '" + name + "' is there twice, first in line " + first.line(),
            "remove one; for several nodes on a host write {host: " + name + ", nodes: 2}");
      } else if (seen.size() > MAX_HOSTS) {
        complaints.add(text.at(), "more than " + MAX_HOSTS + " hosts", "are the ranges right?");
        return hosts;
      } else {
        hosts.add(
            new Host(
                name,
                lan,
                text.at(),
                reach,
                own.ports(),
                own.nodes(),
                own.workers(),
                own.java(),
                own.jvm()));
      }
    }
    return hosts;
  }

  /**
   * A host and perhaps a port.
   *
   * @param port 0 if none was given
   */
  private record HostPort(String host, int port) {
    private static final int MAX_PORT = 65535;

    static @Nullable HostPort split(Scalar text, Complaints complaints) {
      String all = text.text();
      int colon = all.lastIndexOf(':');
      boolean bracketed = all.startsWith("[") && all.indexOf(']') > 0;
      boolean isV6 = all.indexOf(':') != colon && !bracketed;
      if (colon < 0 || isV6 || (bracketed && colon < all.indexOf(']'))) {
        return new HostPort(bracketed ? unbracketed(all) : all, 0);
      }
      String digits = all.substring(colon + 1);
      int port = digits.matches("\\d{1,5}") ? Integer.parseInt(digits) : 0;
      if (port < 1 || port > MAX_PORT) {
        complaints.add(
            text.at(),
            Complaints.quote(digits) + " is not a port",
            "ports are numbers in 1.." + MAX_PORT + ", as in " + "pc1:7000");
        return null;
      }
      String host = all.substring(0, colon);
      return new HostPort(bracketed ? unbracketed(host) : host, port);
    }

    private static String unbracketed(String host) {
      return host.endsWith("]") && host.indexOf(':') >= 0
          ? host.substring(1, host.length() - 1)
          : host;
    }
  }
}
