package io.phoenix.apps.process;

import io.phoenix.api.Explanation.PortState;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.Security;
import io.phoenix.routing.tls.ClusterAuthority;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A process of another user that tries to become a member: of APPLICATION, with a space of SPACE,
 * at each of the ports that follow. It says a line for each try.
 */
final class Stranger {
  private Stranger() {}

  public static void main(String[] words) {
    NodeConfig config = NodeConfig.of(words[0], Long.parseLong(words[1]));
    for (int i = 2; i < words.length; i++) {
      NodeConfig at = config.withPorts(words[i]);
      System.out.println(words[i] + " plain: " + attempt(at.withSecurity(Security.localOnly())));
      Security own = ClusterAuthority.ephemeral().issue("stranger").inMemory();
      System.out.println(words[i] + " own authority: " + attempt(at.withSecurity(own)));
    }
    Runtime.getRuntime().halt(0);
  }

  /** What became of a try to be linked; once it is linked, it is a member and may do everything. */
  private static String attempt(NodeConfig config) {
    try (Node node = Phoenix.open(config)) {
      long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (System.nanoTime() < deadlineNs) {
        PortState port = node.explain().ports().get(0);
        if (port.linkedTo() != null) {
          return "LINKED to " + port.linkedTo();
        }
        if (port.lastFailure() != null) {
          return "refused: " + port.lastFailure();
        }
        LockSupport.parkNanos(1_000_000);
      }
      return "no answer";
    }
  }
}
