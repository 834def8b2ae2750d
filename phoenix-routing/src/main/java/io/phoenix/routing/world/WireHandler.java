package io.phoenix.routing.world;

import java.nio.ByteBuffer;

/** What the owner of a {@link Wire} is told, on the node's loop. */
public interface WireHandler {

  /**
   * Bytes came in. The handler consumes what it can by moving the position; what it leaves (the
   * beginning of a frame) comes again, in front of the next bytes. The buffer is valid during the
   * call only.
   */
  void onBytes(ByteBuffer bytes, long nowNs);

  /** The wire can take bulk data again. */
  void onWritable(long nowNs);

  /** The wire is gone; nothing else will be called. Called exactly once. */
  void onClosed(String reason, long nowNs);
}
