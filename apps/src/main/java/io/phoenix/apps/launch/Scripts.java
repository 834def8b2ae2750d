package io.phoenix.apps.launch;

import static io.phoenix.routing.ssh.Shell.quote;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The shell scripts that run on the hosts. Plain POSIX; nothing is assumed to be there but Java.
 */
final class Scripts {
  private static final double TICK_SECONDS = 0.2;

  private Scripts() {}

  /** Where a node's files are; homes may be shared by many hosts, so labels are in it. */
  static String place(String directory, String cluster, String label) {
    return directory + "/nodes/" + cluster + "/" + label;
  }

  /**
   * Tells, a line each, which version Java is, whether the jar is there, and which nodes run. A JDK
   * says in a file what it is; to ask it takes a JVM.
   */
  static String probe(
      String java, String directory, String jar, String cluster, List<String> labels) {
    return """
        cd || exit 1
        release=$(readlink -f "$(command -v %1$s)" 2>/dev/null)
        release=${release%%/bin/java}/release
        if ! sed -n 's/^JAVA_VERSION=/java=/p;s/^IMPLEMENTOR/java=&/p' "$release" 2>/dev/null | grep .; then
          %1$s -version 2>&1 </dev/null | sed 's/^/java=/'
        fi
        if [ -e %2$s/%3$s ]; then echo jar; fi
        for label in %5$s; do
          pid=%2$s/nodes/%4$s/$label/pid
          if [ -e "$pid" ] && kill -0 "$(cat "$pid")" 2>/dev/null; then echo "runs=$label"; fi
        done
        exit 0
        """
        .formatted(
            quote(java),
            quote(directory),
            quote(jar),
            quote(cluster),
            labels.stream().map(label -> quote(label)).collect(Collectors.joining(" ")));
  }

  /**
   * What a node is started with.
   *
   * @param java the command
   * @param archive its classes are loaded from there, if it is there
   */
  record Start(
      String label,
      String java,
      List<String> arguments,
      String archive,
      Map<String, String> credentials) {}

  /**
   * Starts nodes that outlive the script, and waits until each can be reached: a line {@code ready
   * LABEL …}, or {@code failed LABEL} and the end of its log.
   */
  static String start(String directory, String cluster, List<Start> nodes, int patienceSeconds) {
    var script = new StringBuilder("cd || exit 1\numask 077\n");
    for (Start node : nodes) {
      String place = place(directory, cluster, node.label());
      script.append(
          """
          mkdir -p %1$s/tls && rm -f %1$s/ready %1$s/pid && : >>%1$s/log || exit 1
          """
              .formatted(quote(place)));
      script.append(files(place, node.credentials()));
      String words = node.arguments().stream().map(w -> quote(w)).collect(Collectors.joining(" "));
      // A JVM that cannot use the archive goes on without; but one that is told of a file that is
      // not there also leaves out the archive that came with it.
      script.append(
          """
          away=nohup
          if command -v setsid >/dev/null; then away='setsid nohup'; fi
          set --
          if [ -e %4$s ]; then
            set -- -Xshare:auto -XX:SharedArchiveFile=%4$s '-Xlog:cds*=off'
          fi
          $away %2$s "$@" %3$s >>%1$s/log 2>&1 </dev/null &
          echo $! >%1$s/pid
          """
              .formatted(quote(place), quote(node.java()), words, quote(node.archive())));
    }
    script.append(
        """
        tick=%s
        ticks=%d
        sleep $tick 2>/dev/null || { tick=1; ticks=%d; }
        """
            .formatted(TICK_SECONDS, Math.round(patienceSeconds / TICK_SECONDS), patienceSeconds));
    for (Start node : nodes) {
      String place = place(directory, cluster, node.label());
      // One process for each look, the sleep: many hosts may be one machine.
      script.append(
          """
          pid=$(cat %1$s/pid)
          while [ ! -e %1$s/ready ]; do
            if ! kill -0 "$pid" 2>/dev/null; then
              echo failed %2$s
              tail -n 20 %1$s/log
              break
            fi
            ticks=$((ticks - 1))
            if [ $ticks -lt 0 ]; then
              echo failed %2$s
              echo "error: it is not ready after %3$d s"
              tail -n 20 %1$s/log
              break
            fi
            sleep $tick
          done
          if [ -e %1$s/ready ]; then
            echo ready %2$s
          fi
          """
              .formatted(quote(place), node.label(), patienceSeconds));
    }
    return script.append("exit 0\n").toString();
  }

  /** Replaces files of a node's certificates, each at once as a whole. */
  static String deliver(
      String directory, String cluster, String label, Map<String, String> credentials) {
    String place = place(directory, cluster, label);
    return "cd || exit 1\numask 077\n" + files(place, credentials);
  }

  private static String files(String place, Map<String, String> credentials) {
    var script = new StringBuilder();
    credentials.forEach(
        (file, text) ->
            script.append(
                """
                cat >%1$s.part <<'END-OF-FILE' && mv -f %1$s.part %1$s || exit 1
                %2$s
                END-OF-FILE
                """
                    .formatted(quote(place + "/tls/" + file), text.strip())));
    return script.toString();
  }

  /** Ends a node by a signal, if it cannot be reached any other way. */
  static String signal(String directory, String cluster, String label, String signal) {
    String pid = quote(place(directory, cluster, label) + "/pid");
    return """
        cd || exit 1
        if [ -e %1$s ] && kill -%2$s "$(cat %1$s)" 2>/dev/null; then echo signalled; else echo gone; fi
        """
        .formatted(pid, signal);
  }

  /** The end of a node's log. */
  static String tail(String directory, String cluster, String label, int bytes) {
    return "cd && tail -c " + bytes + " " + quote(place(directory, cluster, label) + "/log");
  }
}
