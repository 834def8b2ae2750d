package io.phoenix.routing.sim;

import java.util.ArrayList;
import java.util.List;

/** A machine of the simulated world, with one address, on which one node can run. */
public final class SimHost {
  private final SimNetwork network;
  private final int index;
  private final String address;
  private final SimLoop loop;
  private final SimTransport transport;

  /** The wires that end here, oldest first. */
  final List<SimWire> wires = new ArrayList<>();

  private long sentBytes;

  SimHost(SimWorld world, SimNetwork network, int index, String address) {
    this.network = network;
    this.index = index;
    this.address = address;
    loop = new SimLoop(world, this);
    transport = new SimTransport(world, network, this);
  }

  /** Its place in the order in which hosts were added. */
  public int index() {
    return index;
  }

  /** What others dial. */
  public String address() {
    return address;
  }

  /** The node's line of events. */
  public SimLoop loop() {
    return loop;
  }

  /** The node's way to the network. */
  public SimTransport transport() {
    return transport;
  }

  /** All bytes that the node has sent so far, arrived or not. */
  public long sentBytes() {
    return sentBytes;
  }

  /** Freezes the node; the network goes on. */
  public void pause(long durationNs) {
    loop.pause(durationNs);
  }

  void onSent(SimHost peer, byte[] bytes) {
    sentBytes += bytes.length;
    network.onSent(this, peer, bytes);
  }

  @Override
  public String toString() {
    return "host " + address;
  }
}
