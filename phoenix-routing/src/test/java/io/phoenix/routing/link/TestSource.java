package io.phoenix.routing.link;

import io.phoenix.routing.wire.DataHeader;

/** A source of a number of frames that all carry one tag. */
final class TestSource implements FrameSource {
  private final boolean urgent;
  private final DataHeader header = new DataHeader();
  private final byte[] payload;
  int left;
  Runnable before = () -> {};

  TestSource(int tag, int frames, int payloadBytes, boolean urgent) {
    this.urgent = urgent;
    this.left = frames;
    payload = new byte[payloadBytes];
    header.dst = -1;
    header.src = -1;
    header.origin = -1;
    header.tag = tag;
  }

  static TestSource bulk(int tag, int frames) {
    return new TestSource(tag, frames, 100, false);
  }

  static TestSource urgent(int tag, int frames) {
    return new TestSource(tag, frames, 100, true);
  }

  @Override
  public boolean urgent() {
    return urgent;
  }

  @Override
  public boolean emit(Link link, long nowNs) {
    before.run();
    if (left > 0) {
      left--;
      link.writeData(header, payload, 0, payload.length);
    }
    return left > 0;
  }
}
