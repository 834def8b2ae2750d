package io.phoenix.apps.process;

import io.phoenix.api.Node;
import io.phoenix.api.NodeClosedException;
import io.phoenix.api.OwnershipListener;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import org.jspecify.annotations.Nullable;

/**
 * Ends a process whose node has failed because the virtual machine did: it would do nothing more,
 * and look as if it lived.
 */
public final class FailureExit implements OwnershipListener {
  private static final int EXIT_CODE = 3; // as the JVM's own when it is out of memory

  private final Node node;

  private FailureExit(Node node) {
    this.node = node;
  }

  /** Watches a node. */
  public static void watch(Node node) {
    node.addOwnershipListener(new FailureExit(node));
  }

  @Override
  public void onOwner(VirtualRange range, @Nullable ResourceName owner, long epoch) {}

  @Override
  public void onLeft() {
    try {
      node.poll();
    } catch (NodeClosedException e) {
      if (e.getCause() instanceof VirtualMachineError) {
        System.err.println("error: " + e.getMessage());
        Runtime.getRuntime().halt(EXIT_CODE);
      }
    }
  }
}
