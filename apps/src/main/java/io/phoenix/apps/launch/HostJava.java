package io.phoenix.apps.launch;

import io.phoenix.routing.ssh.SshResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The Java of a host.
 *
 * @param version 17, say; 0 if there is none
 * @param words what it said of itself, or what came instead
 */
record HostJava(int version, String words) {
  private static final Pattern VERSION = Pattern.compile("\"(\\d+)(?:\\.(\\d+))?[^\"]*\"");
  private static final String JAVA = "java=";

  /** What {@link Scripts#probe} has found out. */
  static HostJava in(SshResult probe) {
    String words =
        probe
            .out()
            .lines()
            .filter(line -> line.startsWith(JAVA))
            .map(line -> line.substring(JAVA.length()).strip())
            .collect(Collectors.joining("; "));
    return new HostJava(versionIn(words), words);
  }

  private static int versionIn(String words) {
    Matcher m = VERSION.matcher(words);
    if (!m.find()) {
      return 0;
    }
    int first = Integer.parseInt(m.group(1));
    return first == 1 && m.group(2) != null ? Integer.parseInt(m.group(2)) : first;
  }

  /** Differs from that of any other Java, for names of files: homes may be shared by many hosts. */
  String key() {
    return Integer.toHexString(words.hashCode());
  }
}
