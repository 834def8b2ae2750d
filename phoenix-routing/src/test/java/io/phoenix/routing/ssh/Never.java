package io.phoenix.routing.ssh;

import java.io.InputStream;
import java.util.concurrent.CountDownLatch;

/** A stream without bytes that ends when it is closed. */
final class Never extends InputStream {
  private final CountDownLatch closed = new CountDownLatch(1);

  @Override
  public int read() {
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return -1;
  }

  @Override
  public int read(byte[] bytes, int offset, int count) {
    return read();
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
