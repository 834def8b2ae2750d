package io.phoenix.routing;

import io.phoenix.api.Port;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Somebody on the way between two nodes who writes down everything that passes. */
final class CaptureProxy implements Closeable {
  private final ServerSocket server;
  private final Port target;
  private final ByteArrayOutputStream seen = new ByteArrayOutputStream();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  CaptureProxy(Port target) throws IOException {
    this.target = target;
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  String port() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  /** All bytes of both directions, one character each. */
  String seen() {
    synchronized (seen) {
      return seen.toString(StandardCharsets.ISO_8859_1);
    }
  }

  private void accept() throws IOException {
    while (true) {
      Socket near = server.accept();
      Socket far = new Socket(target.host(), target.port());
      sockets.add(near);
      sockets.add(far);
      start(() -> copy(near, far));
      start(() -> copy(far, near));
    }
  }

  private void copy(Socket from, Socket to) throws IOException {
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      byte[] buffer = new byte[8192];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        synchronized (seen) {
          seen.write(buffer, 0, n);
        }
        out.write(buffer, 0, n);
      }
    }
  }

  /** Work that ends when a socket is closed. */
  private interface SocketWork {
    void run() throws IOException;
  }

  private static void start(SocketWork work) {
    var thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // One side has closed: so is the other.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
