package io.phoenix.routing.runtime;

import io.phoenix.api.NodeClosedException;
import io.phoenix.api.ResourceName;
import org.jspecify.annotations.Nullable;

/** What callers are told when the virtual machine has failed on a node's loop. */
final class NodeFailure {
  private NodeFailure() {}

  /** Throws if the virtual machine has failed. */
  static void check(ResourceName node, @Nullable VirtualMachineError error) {
    if (error != null) {
      throw of(node, error);
    }
  }

  static NodeClosedException of(ResourceName node, VirtualMachineError error) {
    var exception =
        new NodeClosedException(
            "node "
                + node
                + " has failed: "
                + error
                + " on its loop; what it held is lost, give it more memory and open another one");
    exception.initCause(error);
    return exception;
  }
}
