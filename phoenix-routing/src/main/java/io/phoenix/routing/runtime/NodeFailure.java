package io.phoenix.routing.runtime;

import io.phoenix.api.NodeClosedException;
import io.phoenix.api.ResourceName;

/** What callers are told when the virtual machine has failed on a node's loop. */
final class NodeFailure {
  private NodeFailure() {}

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
