package io.phoenix.bench.migration;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Bytes that go from one thread to another through a plain socket, as fast as they can: what a move
 * of state would do to others if it were nothing else.
 */
final class PlainStream implements AutoCloseable {
  private static final int CHUNK = 1 << 20;

  private final Socket out;
  private final Socket in;

  PlainStream() throws IOException {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      out = new Socket(server.getInetAddress(), server.getLocalPort());
      in = server.accept();
    }
    start(
        () -> {
          OutputStream stream = out.getOutputStream();
          var chunk = new byte[CHUNK];
          while (true) {
            stream.write(chunk);
          }
        });
    start(
        () -> {
          InputStream stream = in.getInputStream();
          var chunk = new byte[CHUNK];
          while (stream.read(chunk) >= 0) {
            // it is the reading that counts
          }
        });
  }

  /** Something that goes on until its socket is closed. */
  private interface Work {
    void run() throws IOException;
  }

  private void start(Work work) {
    var thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                if (!in.isClosed()) {
                  throw new UncheckedIOException(e);
                }
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  boolean isRunning() {
    return !in.isClosed();
  }

  @Override
  public void close() throws IOException {
    in.close();
    out.close();
  }
}
