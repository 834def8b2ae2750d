package io.phoenix.routing.runtime;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.VirtualRange;

/** What may be sent at all. */
final class Sendable {
  private Sendable() {}

  /**
   * Checks what an application wants to send.
   *
   * @throws IllegalArgumentException if it cannot be sent, and how to mend that
   */
  static void check(NodeConfig config, long to, int tag, byte[] payload) {
    if (to >= config.spaceSize()) {
      throw new IllegalArgumentException(
          "virtual node %d is outside the space %s: choose one below %d, or a larger spaceSize"
              .formatted(to, VirtualRange.all(config.spaceSize()), config.spaceSize()));
    }
    int limit = tag < 0 ? Node.MAX_URGENT_BYTES : config.maxPayloadBytes();
    if (payload.length > limit) {
      throw new IllegalArgumentException(
          "payload of "
              + payload.length
              + " bytes > "
              + limit
              + (tag < 0
                  ? ", the limit for urgent tags; use a tag from 0 up"
                  : ", the limit; send it in parts or raise maxPayloadBytes"));
    }
  }
}
