package io.phoenix.routing.wire;

import io.phoenix.routing.wire.proto.Control;
import java.nio.ByteBuffer;

/** Takes the frames that a {@link FrameDecoder} reads. Headers are valid during the call only. */
public interface FrameHandler {

  /** A control message, checked by {@link Controls#check}. */
  void onControl(Control message, long nowNs) throws BadFrameException;

  /** A data frame; the payload is what remains of the buffer, valid during the call only. */
  void onData(DataHeader header, ByteBuffer payload, long nowNs) throws BadFrameException;

  /** An acknowledgement. */
  void onAck(AckHeader header, long nowNs) throws BadFrameException;

  /** A probe. */
  void onProbe(ProbeHeader header, long nowNs) throws BadFrameException;
}
