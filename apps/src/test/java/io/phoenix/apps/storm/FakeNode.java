package io.phoenix.apps.storm;

import io.phoenix.api.Explanation;
import io.phoenix.api.LeaveReport;
import io.phoenix.api.Loop;
import io.phoenix.api.Message;
import io.phoenix.api.MessageHandler;
import io.phoenix.api.Node;
import io.phoenix.api.OwnershipListener;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.Port;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A node of {@link FakeCluster}: the part of the API that the storm uses. */
final class FakeNode implements Node {
  private final FakeCluster cluster;
  private final ResourceName name;
  private final Map<Integer, MessageHandler> handlers = new HashMap<>();
  private final List<OwnershipListener> listeners = new ArrayList<>();
  private VirtualRangeSet assumed = VirtualRangeSet.empty();

  FakeNode(FakeCluster cluster, ResourceName name) {
    this.cluster = cluster;
    this.name = name;
  }

  boolean accepts(long target) {
    return target == name.value() || assumed.contains(target);
  }

  void deliver(Message message) {
    handlers.get(message.tag()).onMessage(message);
  }

  void onGone(ResourceName gone) {
    listeners.forEach(listener -> listener.onGone(gone));
  }

  @Override
  public ResourceName resourceName() {
    return name;
  }

  @Override
  public long spaceSize() {
    return StormSettings.SPACE;
  }

  @Override
  public void send(long to, int tag, byte[] payload) {
    cluster.send(new Message(name.value(), to, tag, payload));
  }

  @Override
  public boolean trySend(long to, int tag, byte[] payload) {
    send(to, tag, payload);
    return true;
  }

  @Override
  public void handle(int tag, MessageHandler handler) {
    handlers.put(tag, handler);
  }

  @Override
  public void assume(VirtualRange range) {
    assumed = assumed.union(range);
    for (long v = range.first(); v < range.end(); v++) {
      cluster.onAssumed(v);
    }
  }

  @Override
  public void assume(OwnershipToken token) {
    assume(token.range());
  }

  @Override
  public OwnershipToken release(VirtualRange range) {
    assumed = assumed.minus(range);
    return new OwnershipToken(range, 1);
  }

  @Override
  public VirtualRangeSet assumed() {
    return assumed;
  }

  @Override
  public void addOwnershipListener(OwnershipListener listener) {
    listeners.add(listener);
  }

  @Override
  public Explanation explain() {
    return new Explanation(name, List.of(), List.of(), List.of());
  }

  @Override
  public Loop loop() {
    return cluster.loop();
  }

  @Override
  public void close() {}

  @Override
  public Message recv() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Message recv(int tag) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Message recv(Duration timeout) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Message recv(int tag, Duration timeout) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Message poll() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Message poll(int tag) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void addPort(Port port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Port localPort() {
    throw new UnsupportedOperationException();
  }

  @Override
  public LeaveReport leave(Path log, Supplier<byte[]> state) {
    throw new UnsupportedOperationException();
  }

  @Override
  public LeaveReport leaveForGood(Path rest, Supplier<byte[]> state) {
    throw new UnsupportedOperationException();
  }

  @Override
  public byte[] stateInLog() {
    return new byte[0];
  }

  @Override
  public LeaveReport leave() {
    throw new UnsupportedOperationException();
  }
}
