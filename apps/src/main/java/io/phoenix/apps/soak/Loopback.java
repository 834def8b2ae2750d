package io.phoenix.apps.soak;

import com.google.common.net.InetAddresses;
import io.phoenix.api.Port;
import io.phoenix.apps.terminal.UserError;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** All places are ports of 127.0.0.1: there is no cable that could be pulled. */
final class Loopback implements Cables {
  private final List<Port> ports = new ArrayList<>();

  Loopback(int places) {
    // All are open at once, so that they differ.
    var sockets = new ArrayList<ServerSocket>();
    try {
      for (int i = 0; i < places; i++) {
        var socket = new ServerSocket(0, 1, InetAddresses.forString("127.0.0.1"));
        sockets.add(socket);
        ports.add(new Port("127.0.0.1", socket.getLocalPort()));
      }
    } catch (IOException e) {
      throw new UserError("there are no free ports: " + e.getMessage(), "ulimit -n");
    } finally {
      sockets.forEach(Loopback::close);
    }
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It goes with this process.
    }
  }

  @Override
  public Port port(int place) {
    return ports.get(place);
  }

  @Override
  public List<String> commandAt(int place) {
    return List.of();
  }

  @Override
  public boolean canCut() {
    return false;
  }

  @Override
  public void cut(int place) {
    throw new UnsupportedOperationException("127.0.0.1 has no cables");
  }

  @Override
  public void heal(int place) {}

  @Override
  public void cut(int place, int other) {
    throw new UnsupportedOperationException("127.0.0.1 has no cables");
  }

  @Override
  public void heal(int place, int other) {}

  @Override
  public void close() {}
}
