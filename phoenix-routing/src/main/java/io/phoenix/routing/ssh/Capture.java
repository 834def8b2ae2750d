package io.phoenix.routing.ssh;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Keeps what is written to it, up to a limit, and swallows the rest. */
final class Capture extends OutputStream {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final int limit;

  Capture(int limit) {
    this.limit = limit;
  }

  @Override
  public synchronized void write(int b) {
    if (bytes.size() < limit) {
      bytes.write(b);
    }
  }

  @Override
  public synchronized void write(byte[] more, int offset, int count) {
    bytes.write(more, offset, Math.min(count, limit - bytes.size()));
  }

  synchronized String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
