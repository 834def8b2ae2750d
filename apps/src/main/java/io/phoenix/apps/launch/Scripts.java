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

  /**
   * {@code born PID}: when a process was started, which tells it from a later one of the same id.
   * {@code ours PLACE}: whether the node of that place runs, and sets {@code pid}. A process that
   * has got the id of a node that is gone is somebody else's: it was started at another time, or
   * its command line does not name the place.
   */
  private static final String IS_OURS =
      """
      born() {
        if [ -r "/proc/$1/stat" ]; then
          sed 's/^.*) //' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 20
        else
          ps -o lstart= -p "$1" 2>/dev/null
        fi
      }
      words() {
        if [ -r "/proc/$1/cmdline" ]; then tr '\\0' ' ' <"/proc/$1/cmdline"; else ps -o args= -p "$1"; fi
      }
      ours() {
        pid=$(cat "$1/pid" 2>/dev/null) && kill -0 "$pid" 2>/dev/null || return 1
        [ "$(born "$pid")" = "$(cat "$1/born" 2>/dev/null)" ] || return 1
        case "$(words "$pid" 2>/dev/null)" in *"$1/ready"*) return 0 ;; *) return 1 ;; esac
      }
      """;

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
    return IS_OURS
        + """
        cd || exit 1
        release=$(readlink -f "$(command -v %1$s)" 2>/dev/null)
        release=${release%%/bin/java}/release
        if ! sed -n 's/^JAVA_VERSION=/java=/p;s/^IMPLEMENTOR/java=&/p' "$release" 2>/dev/null | grep .; then
          %1$s -version 2>&1 </dev/null | sed 's/^/java=/'
        fi
        if [ -e %2$s/%3$s ]; then echo jar; fi
        for label in %5$s; do
          if ours %2$s/nodes/%4$s/"$label"; then echo "runs=$label"; fi
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
    var script = new StringBuilder(IS_OURS).append("cd || exit 1\numask 077\n");
    for (Start node : nodes) {
      String place = place(directory, cluster, node.label());
      script.append(
          """
          mkdir -p %1$s/tls && rm -f %1$s/ready %1$s/pid %1$s/born && : >>%1$s/log || exit 1
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
          born $! >%1$s/born
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

  /**
   * Sends a signal to a node, if it cannot be reached any other way: {@code signalled}, or {@code
   * gone} if its process has ended, be it that another one has its id now.
   */
  static String signal(String directory, String cluster, String label, String signal) {
    return IS_OURS
        + """
        cd || exit 1
        if ours %1$s && kill -%2$s "$pid" 2>/dev/null; then echo signalled; else echo gone; fi
        """
            .formatted(quote(place(directory, cluster, label)), signal);
  }

  /**
   * Removes what nodes that have ended left behind: their keys and certificates, logs of leaves
   * with which nobody can return any more, and what they were writing when they were ended
   * (archives of classes, what the JVM said about those). Logs stay.
   */
  static String cleanUp(String directory, String cluster, List<String> labels) {
    return IS_OURS
        + """
        cd || exit 1
        for label in %3$s; do
          place=%1$s/nodes/%2$s/$label
          tries=5
          while ours "$place" && [ $tries -gt 0 ]; do sleep 1; tries=$((tries - 1)); done
          if ours "$place"; then echo "runs=$label"; continue; fi
          rm -rf "$place/tls" "$place/ready" "$place/born" "$place"/leave.log*
          pid=$(cat "$place/pid" 2>/dev/null) || continue
          for other in /proc/[0-9]*; do
            if grep -q "[.]jsa[.]$pid" "$other/cmdline" 2>/dev/null; then kill -KILL "${other#/proc/}"; fi
          done
          for said in java_pid*_std*; do
            if grep -q "[.]jsa[.]$pid" "$said" 2>/dev/null; then rm -f "$said"; fi
          done
          rm -f "$place/pid" %1$s/jars/*.jsa."$pid"
        done
        exit 0
        """
            .formatted(
                quote(directory),
                quote(cluster),
                labels.stream().map(label -> quote(label)).collect(Collectors.joining(" ")));
  }

  /** The end of a node's log. */
  static String tail(String directory, String cluster, String label, int bytes) {
    return "cd && tail -c " + bytes + " " + quote(place(directory, cluster, label) + "/log");
  }
}
