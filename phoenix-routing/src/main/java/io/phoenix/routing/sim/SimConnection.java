package io.phoenix.routing.sim;

import java.util.random.RandomGenerator;

/** An established connection between two hosts: two wires, and a stream in each direction. */
public final class SimConnection {
  private final SimWire dialled;
  private final SimWire accepted;
  private final SimStream there;
  private final SimStream back;
  private final RandomGenerator random;
  private final boolean isTunnel;

  SimConnection(
      SimWorld world,
      Path pathThere,
      Path pathBack,
      SimWire dialled,
      SimWire accepted,
      RandomGenerator random,
      boolean isTunnel) {
    this.isTunnel = isTunnel;
    this.dialled = dialled;
    this.accepted = accepted;
    this.random = random;
    there = new SimStream(world, pathThere, dialled, accepted, random);
    back = new SimStream(world, pathBack, accepted, dialled, random);
    dialled.connect(there);
    accepted.connect(back);
  }

  SimWire dialledWire() {
    return dialled;
  }

  SimWire acceptedWire() {
    return accepted;
  }

  /** The host that dialled. */
  public SimHost from() {
    return dialled.host();
  }

  /** The host that accepted. */
  public SimHost to() {
    return accepted.host();
  }

  /** Whether other hosts carry it. */
  public boolean isTunnel() {
    return isTunnel;
  }

  /** Whether at least one end believes that it is connected. */
  public boolean isOpen() {
    return dialled.isOpen() || accepted.isOpen();
  }

  /** Whether it ends at both of these hosts. */
  public boolean joins(SimHost a, SimHost b) {
    return (from() == a && to() == b) || (from() == b && to() == a);
  }

  /**
   * Breaks it: in each direction some prefix of what is on its way still arrives, and each end is
   * told at a moment of its own, at most {@code untoldNs} later.
   */
  public void cut(long untoldNs) {
    there.breakOff(true, random.nextLong(untoldNs + 1));
    back.breakOff(true, random.nextLong(untoldNs + 1));
  }

  /** Breaks it without anybody being told: only the silence can be noticed. */
  public void die() {
    there.breakOff(false, 0);
    back.breakOff(false, 0);
  }

  /** The side that dialled hears of its success at that moment. */
  void dialledAt(long timeNs) {
    back.openAt(timeNs);
  }

  void onUnblocked() {
    there.onUnblocked();
    back.onUnblocked();
  }

  @Override
  public String toString() {
    return from().address() + " -> " + to().address();
  }
}
