package io.phoenix.routing;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.VirtualRange;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * A process of its own that assumes everything and says, a line for each, which numbers it was
 * sent: before it acknowledges them. It is there to be killed.
 */
final class DoomedOwner {
  static final int TAG = 1;

  private DoomedOwner() {}

  /** A node that waits for others for an hour: what happens sooner is not because of that. */
  static NodeConfig config() {
    return NodeConfig.of("doomed", 16).withForgetAfter(Duration.ofHours(1));
  }

  static Process start(Node neighbour) throws IOException {
    return new ProcessBuilder(
            System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
            "-cp",
            System.getProperty("java.class.path"),
            DoomedOwner.class.getName(),
            neighbour.localPort().toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Runs until it is killed, or its parent has ended. */
  public static void main(String[] ports) throws IOException {
    Node node = Phoenix.open(config().withPorts(ports));
    node.handle(
        TAG,
        message -> {
          System.out.println(ByteBuffer.wrap(message.payload()).getInt());
          System.out.flush();
        });
    node.assume(VirtualRange.all(16));
    System.in.read();
    Runtime.getRuntime().halt(0);
  }
}
