package io.phoenix.routing;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.log.LogFile;
import io.phoenix.routing.node.LeaveMode;
import io.phoenix.routing.runtime.Leaving;
import io.phoenix.routing.runtime.OverlayNode;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A process of its own that assumes half of the space, sends to the other half, and begins to leave
 * when somebody says so: it writes its log, and stops there, before it tells anybody.
 */
final class LeavingChild {
  static final NodeConfig CONFIG = NodeConfig.of("killed-leave-it", 64);
  static final VirtualRange LOW = VirtualRange.of(0, 32);
  static final VirtualRange HIGH = VirtualRange.of(32, 64);
  static final int DATA = 1;
  static final int LEAVE = 2;
  static final String KEPT = "kept";

  private LeavingChild() {}

  /** Arguments: the port of a node, and where the log goes. */
  public static void main(String[] args) throws Exception {
    Node node = Phoenix.open(CONFIG.withPorts(args[0]));
    node.assume(HIGH);
    for (int i = 0; node.poll(LEAVE) == null; i++) {
      node.send(LOW.first(), DATA, Numbers.of(i));
    }
    Leaving leaving = ((OverlayNode) node).beginLeave(LeaveMode.WITH_LOG, () -> new byte[] {7});
    try (LogFile file = LogFile.create(Path.of(args[1]))) {
      file.commit(Objects.requireNonNull(leaving.log().join()));
    }
    System.out.println(KEPT);
    Thread.currentThread().join(); // until it is killed
  }

  /** Numbers as payloads. */
  static final class Numbers {
    private Numbers() {}

    static byte[] of(int number) {
      return java.nio.ByteBuffer.allocate(4).putInt(number).array();
    }

    static int in(byte[] payload) {
      return java.nio.ByteBuffer.wrap(payload).getInt();
    }
  }
}
