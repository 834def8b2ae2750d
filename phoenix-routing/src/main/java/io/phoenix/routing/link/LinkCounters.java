package io.phoenix.routing.link;

/** What has gone over a node's links since its start. Everything but data frames is control. */
public final class LinkCounters {
  long bytesIn;
  long bytesOut;
  long framesIn;
  long framesOut;
  long dataBytesIn;
  long dataBytesOut;
  long badFrames;
  long refusals;
  long turnedAway;

  LinkCounters() {}

  /** Bytes received. */
  public long bytesIn() {
    return bytesIn;
  }

  /** Bytes sent, or waiting to be. */
  public long bytesOut() {
    return bytesOut;
  }

  /** Whole frames received. */
  public long framesIn() {
    return framesIn;
  }

  /** Frames sent, or waiting to be. */
  public long framesOut() {
    return framesOut;
  }

  /** Bytes received that are not part of data frames: handshakes, keep-alive, routes, acks. */
  public long controlBytesIn() {
    return bytesIn - dataBytesIn;
  }

  /** Bytes sent that are not part of data frames. */
  public long controlBytesOut() {
    return bytesOut - dataBytesOut;
  }

  /** Wires closed because of bytes that the protocol does not allow. */
  public long badFrames() {
    return badFrames;
  }

  /** Wires closed because the two ends do not fit together. */
  public long refusals() {
    return refusals;
  }

  /** Incoming wires closed at once because too many others were half open. */
  public long turnedAway() {
    return turnedAway;
  }
}
