package io.phoenix.apps.config;

import io.phoenix.api.SshHop;
import io.phoenix.apps.config.Yaml.Mapping;
import io.phoenix.apps.config.Yaml.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads what stands after {@code reach:}. One of {@code direct}, {@code ssh}, {@code none}; or
 * {@code {ssh: gw.example.org:2222}}, {@code {jump: gw.example.org}}, or both; or {@code {listen:
 * gw.example.org}}.
 */
final class ReachReader {
  static final Reach DEFAULT = new Reach.Ssh(null, List.of());
  private static final Set<String> WORDS = Set.of("direct", "ssh", "none");
  private static final Set<String> KEYS = Set.of("ssh", "jump", "listen");

  private ReachReader() {}

  static Reach read(Fields fields, Reach otherwise, Complaints complaints) {
    Yaml value = fields.get("reach");
    if (value == null) {
      return otherwise;
    }
    if (value instanceof Mapping mapping) {
      return readSsh(new Fields(mapping, KEYS, complaints), complaints);
    }
    if (!(value instanceof Scalar word)) {
      complaints.add(
          value.at(),
          "'reach' is " + value.kind(),
          "write reach: direct, ssh or none, or {ssh: host:port}, {jump: host:port} or {listen: host:port}");
      return otherwise;
    }
    return switch (word.text()) {
      case "direct" -> new Reach.Direct();
      case "none" -> new Reach.None();
      case "ssh" -> DEFAULT;
      default -> {
        complaints.unknown(word.at(), "way to reach a host,", word.text(), WORDS);
        yield otherwise;
      }
    };
  }

  private static Reach readSsh(Fields fields, Complaints complaints) {
    String at = fields.text("ssh");
    List<SshHop> jumps = hops("jump", fields, complaints);
    if (fields.get("listen") != null) {
      return readListening(fields, complaints);
    }
    return new Reach.Ssh(at == null ? null : hop(at, fields.at("ssh"), complaints), jumps);
  }

  private static Reach readListening(Fields fields, Complaints complaints) {
    if (fields.get("ssh") != null || fields.get("jump") != null) {
      complaints.add(
          fields.at("listen"),
          "'listen' is for hosts that nobody can log in to, and 'ssh' and 'jump' say how to",
          "keep one of them; servers on the way go before it: listen: [bastion, gateway]");
    }
    List<SshHop> via = hops("listen", fields, complaints);
    if (fields.items("listen").isEmpty()) {
      complaints.add(
          fields.at("listen"),
          "no SSH server that shall listen",
          "write one that this host can log in to: reach: {listen: gw.example.org}");
    }
    return new Reach.Listening(via);
  }

  private static List<SshHop> hops(String key, Fields fields, Complaints complaints) {
    List<SshHop> hops = new ArrayList<>();
    for (Scalar word : fields.words(key)) {
      SshHop hop = hop(word.text(), word.at(), complaints);
      if (hop != null) {
        hops.add(hop);
      }
    }
    return hops;
  }

  private static @Nullable SshHop hop(String text, Mark at, Complaints complaints) {
    try {
      return SshHop.parse(text);
    } catch (IllegalArgumentException e) {
      complaints.add(
          at,
          Complaints.quote(text) + " is no SSH server",
          "write [user@]host[:port], as in gw.example.org:2222");
      return null;
    }
  }
}
