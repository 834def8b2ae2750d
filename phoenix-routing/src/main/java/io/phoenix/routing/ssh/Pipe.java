package io.phoenix.routing.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Bytes from one thread to another, of which at most so many wait. */
final class Pipe {
  private final byte[] ring;
  private int start;
  private int length;
  private boolean isEnded; // no more comes
  private boolean isClosed; // nobody reads any more

  Pipe(int capacity) {
    ring = new byte[capacity];
  }

  /** Where bytes are put in; blocks while the pipe is full. Closing it ends the stream. */
  OutputStream in() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int count) throws IOException {
        put(bytes, offset, count);
      }

      @Override
      public void close() {
        end();
      }
    };
  }

  /** Where bytes come out; blocks while there are none. */
  InputStream out() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] bytes, int offset, int count) throws IOException {
        return take(bytes, offset, count);
      }

      @Override
      public void close() {
        shut();
      }
    };
  }

  private synchronized void put(byte[] bytes, int offset, int count) throws IOException {
    int done = 0;
    while (done < count) {
      while (length == ring.length && !isClosed) {
        pause();
      }
      if (isClosed) {
        throw new IOException("nobody reads any more");
      }
      int end = (start + length) % ring.length;
      int run = Math.min(count - done, Math.min(ring.length - length, ring.length - end));
      System.arraycopy(bytes, offset + done, ring, end, run);
      length += run;
      done += run;
      notifyAll();
    }
  }

  private synchronized int take(byte[] bytes, int offset, int count) throws IOException {
    while (length == 0 && !isEnded && !isClosed) {
      pause();
    }
    if (isClosed) {
      throw new IOException("the stream has been closed");
    }
    int run = Math.min(count, Math.min(length, ring.length - start));
    if (run == 0) {
      return count == 0 ? 0 : -1;
    }
    System.arraycopy(ring, start, bytes, offset, run);
    start = (start + run) % ring.length;
    length -= run;
    notifyAll();
    return run;
  }

  private synchronized void end() {
    isEnded = true;
    notifyAll();
  }

  private synchronized void shut() {
    isClosed = true;
    notifyAll();
  }

  @SuppressWarnings("WaitNotInLoop") // each caller's is one
  private void pause() throws IOException {
    try {
      wait();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
