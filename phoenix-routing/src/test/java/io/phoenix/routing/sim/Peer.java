package io.phoenix.routing.sim;

import io.phoenix.api.Port;
import io.phoenix.routing.world.Transport;
import io.phoenix.routing.world.Wire;
import io.phoenix.routing.world.WireHandler;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A hand-written end of wires that remembers what it was told. */
final class Peer implements Transport.Acceptor, Transport.Dialer {
  final SimHost host;
  final List<Wire> wires = new ArrayList<>();
  final List<String> failures = new ArrayList<>();
  final List<String> closed = new ArrayList<>();
  final List<Integer> pieces = new ArrayList<>();
  final ByteArrayOutputStream received = new ByteArrayOutputStream();
  int writable;

  /** How many bytes a frame has: what is less stays in the buffer. */
  int frame = 1;

  Peer(SimHost host) {
    this.host = host;
  }

  Port listen() {
    return host.transport().listen(new Port(host.address(), 0), this);
  }

  void dial(Port port) {
    host.transport().dial(port, this);
  }

  Wire wire() {
    return wires.get(wires.size() - 1);
  }

  void send(byte[] bytes) {
    wire().reserve(bytes.length).put(bytes);
    wire().flush();
  }

  @Override
  public WireHandler onAccepted(Wire wire, long nowNs) {
    return onConnected(wire, nowNs);
  }

  @Override
  public WireHandler onConnected(Wire wire, long nowNs) {
    wires.add(wire);
    return new WireHandler() {
      @Override
      public void onBytes(ByteBuffer bytes, long nowNs) {
        pieces.add(bytes.remaining());
        while (bytes.remaining() >= frame) {
          for (int i = 0; i < frame; i++) {
            received.write(bytes.get());
          }
        }
      }

      @Override
      public void onWritable(long nowNs) {
        writable++;
      }

      @Override
      public void onClosed(String reason, long nowNs) {
        closed.add(reason);
      }
    };
  }

  @Override
  public void onFailed(String reason, long nowNs) {
    failures.add(reason);
  }
}
