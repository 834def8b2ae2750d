package io.phoenix.routing.ssh;

import io.phoenix.api.SshHop;
import io.phoenix.api.SshSettings;
import io.phoenix.routing.ssh.SshException.Trouble;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the settings and the SSH configuration together say of one host. */
final class HostOptions {
  private static final int DEFAULT_PORT = 22;
  private static final Path SYSTEM = Path.of("/etc/ssh");
  private static final List<String> DEFAULT_IDENTITIES =
      List.of("id_rsa", "id_ecdsa", "id_ed25519");

  private final SshHop hop;
  private final SshSettings settings;
  private final Map<String, List<String>> options;

  private HostOptions(SshHop hop, SshSettings settings, Map<String, List<String>> options) {
    this.hop = hop;
    this.settings = settings;
    this.options = options;
  }

  /** Looks a host up, in the configuration as it is now. */
  static HostOptions of(SshHop hop, SshSettings settings) {
    var reader = new ConfigReader(hop);
    if (settings.configFile() != null) {
      reader.read(settings.configFile(), Home.ssh());
    } else {
      readIfThere(reader, Home.ssh().resolve("config"), Home.ssh());
      readIfThere(reader, SYSTEM.resolve("ssh_config"), SYSTEM);
    }
    return new HostOptions(hop, settings, reader.options());
  }

  private static void readIfThere(ConfigReader reader, Path file, Path base) {
    if (Files.isReadable(file)) {
      reader.read(file, base);
    }
  }

  String user() {
    return one("user", Home.user());
  }

  /** The name or address to connect to. */
  String host() {
    return one("hostname", hop.host()).replace("%h", hop.host()).replace("%%", "%");
  }

  int port() {
    return number("port", DEFAULT_PORT);
  }

  /** {@code user@host:port}, for people. */
  String address() {
    String host = host().indexOf(':') >= 0 ? "[" + host() + "]" : host();
    return user() + "@" + host + ":" + port();
  }

  /** The name that the host's key goes by, if that is not its own. */
  @Nullable String hostKeyAlias() {
    String alias = one("hostkeyalias", "");
    return alias.isEmpty() ? null : alias;
  }

  /** The hosts to go through, the first one first. */
  List<SshHop> jumps() {
    String jumps = one("proxyjump", "none");
    if (!jumps.equals("none")) {
      try {
        return Arrays.stream(jumps.split(",")).map(SshHop::parse).toList();
      } catch (IllegalArgumentException e) {
        throw new SshException(
            Trouble.CONFIGURATION, "ProxyJump of " + hop.host() + ": " + e.getMessage(), null, e);
      }
    }
    if (!one("proxycommand", "none").equals("none")) {
      throw new SshException(
          Trouble.CONFIGURATION,
          "the SSH configuration has a ProxyCommand for " + hop.host() + ", which is not supported",
          "say ProxyJump instead");
    }
    return List.of();
  }

  /** Files of private keys, whether they exist or not. */
  List<Path> identities() {
    if (!settings.identities().isEmpty()) {
      return settings.identities();
    }
    List<String> named = options.get("identityfile");
    if (named == null) {
      return DEFAULT_IDENTITIES.stream().map(Home.ssh()::resolve).toList();
    }
    return named.stream().filter(file -> !file.equals("none")).map(this::path).toList();
  }

  /** Whether keys of the agent are tried only if they are among the files, too. */
  boolean identitiesOnly() {
    return isYes("identitiesonly") && settings.identities().isEmpty();
  }

  /** Whether the agent's keys are wanted. */
  boolean usesAgent() {
    return settings.useAgent() && !identityAgent().equals("none");
  }

  /** The agent's socket; {@code null} if the environment names none. */
  @Nullable Path agent() {
    String where = identityAgent();
    if (where.equals("SSH_AUTH_SOCK") || where.startsWith("$")) {
      String variable = where.startsWith("$") ? where.replaceAll("[${}]", "") : where;
      String socket = System.getenv(variable);
      return socket == null || socket.isEmpty() ? null : Path.of(socket);
    }
    return path(where);
  }

  private String identityAgent() {
    return one("identityagent", "SSH_AUTH_SOCK");
  }

  /** The files of known hosts, the one to add to first. */
  List<Path> knownHosts() {
    if (!settings.knownHosts().isEmpty()) {
      return settings.knownHosts();
    }
    List<Path> files = new ArrayList<>();
    List<String> users = List.of("~/.ssh/known_hosts", "~/.ssh/known_hosts2");
    files.addAll(paths(options.getOrDefault("userknownhostsfile", users)));
    List<String> systems = List.of("/etc/ssh/ssh_known_hosts", "/etc/ssh/ssh_known_hosts2");
    files.addAll(paths(options.getOrDefault("globalknownhostsfile", systems)));
    return files;
  }

  boolean hashKnownHosts() {
    return isYes("hashknownhosts");
  }

  /** Whether the keys of unknown hosts are taken; OpenSSH's {@code no} means no more than that. */
  boolean acceptNew() {
    String strict = one("stricthostkeychecking", "ask").toLowerCase(Locale.ROOT);
    return settings.acceptNew() || List.of("accept-new", "no", "off").contains(strict);
  }

  int connectSeconds() {
    return number("connecttimeout", 10);
  }

  /** After how much silence the server is asked whether it is there. */
  int aliveSeconds() {
    int seconds = number("serveraliveinterval", 0);
    return seconds > 0 ? seconds : 15;
  }

  /** How many questions may go unanswered. */
  int aliveCount() {
    return number("serveralivecountmax", 3);
  }

  /** A list of algorithms, as the configuration changes it. */
  String algorithms(String keyword, String defaults) {
    String spec = one(keyword, "");
    if (spec.isEmpty()) {
      return defaults;
    }
    List<String> named =
        List.of(spec.substring("+-^".indexOf(spec.charAt(0)) + 1 > 0 ? 1 : 0).split(","));
    List<String> present = List.of(defaults.split(","));
    List<String> result = new ArrayList<>();
    switch (spec.charAt(0)) {
      case '+' -> {
        result.addAll(present);
        result.addAll(named);
      }
      case '^' -> {
        result.addAll(named);
        result.addAll(present);
      }
      case '-' ->
          present.stream().filter(name -> !Pattern.anyMatches(named, name)).forEach(result::add);
      default -> result.addAll(named);
    }
    return String.join(",", result.stream().distinct().toList());
  }

  private boolean isYes(String keyword) {
    return one(keyword, "no").equalsIgnoreCase("yes");
  }

  private int number(String keyword, int otherwise) {
    String value = one(keyword, String.valueOf(otherwise));
    if (value.equals("none")) {
      return otherwise;
    }
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new SshException(
          Trouble.CONFIGURATION,
          "the SSH configuration of " + hop.host() + ": " + keyword + " " + value + " is no number",
          null,
          e);
    }
  }

  private String one(String keyword, String otherwise) {
    List<String> values = options.get(keyword);
    return values == null ? otherwise : values.get(0);
  }

  private List<Path> paths(List<String> names) {
    return names.stream().filter(name -> !name.equals("none")).map(this::path).toList();
  }

  /** Puts in what stands for itself: the home directory and OpenSSH's {@code %} tokens. */
  private Path path(String name) {
    var path = new StringBuilder();
    String text = Home.expand(name);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '%' || i + 1 == text.length()) {
        path.append(c);
        continue;
      }
      char token = text.charAt(++i);
      switch (token) {
        case 'd' -> path.append(Home.directory());
        case 'h' -> path.append(host());
        case 'n' -> path.append(hop.host());
        case 'p' -> path.append(port());
        case 'r' -> path.append(user());
        case 'u' -> path.append(Home.user());
        case '%' -> path.append('%');
        default -> path.append('%').append(token);
      }
    }
    return Path.of(path.toString());
  }
}
