package io.phoenix.routing;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.Security;
import java.io.IOException;
import java.nio.file.Path;

/** A process with one node, for tests that limit what it may use; it ends with its input. */
final class FewFiles {
  static final NodeConfig CONFIG = NodeConfig.of("few-files", 16);

  private FewFiles() {}

  public static void main(String[] words) throws IOException {
    try (Node node = Phoenix.open(CONFIG.withSecurity(Security.tls(Path.of(words[0]))))) {
      System.out.println(node.localPort());
      while (System.in.read() >= 0) {
        // until the parent closes the pipe
      }
    }
  }
}
