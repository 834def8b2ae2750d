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
 * {@code {ssh: gw.example.org:2222}}, {@code {jump: gw.example.org}}, or both.
 */
final class ReachReader {
  static final Reach DEFAULT = new Reach.Ssh(null, List.of());
  private static final Set<String> WORDS = Set.of("direct", "ssh", "none");
  private static final Set<String> KEYS = Set.of("ssh", "jump");

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
          "write reach: direct, ssh or none, or {ssh: host:port} or {jump: host:port}");
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
    List<SshHop> jumps = new ArrayList<>();
    for (Scalar word : fields.words("jump")) {
      SshHop jump = hop(word.text(), word.at(), complaints);
      if (jump != null) {
        jumps.add(jump);
      }
    }
    return new Reach.Ssh(at == null ? null : hop(at, fields.at("ssh"), complaints), jumps);
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
