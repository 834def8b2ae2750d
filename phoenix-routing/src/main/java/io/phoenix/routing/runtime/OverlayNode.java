package io.phoenix.routing.runtime;

import io.phoenix.api.Explanation;
import io.phoenix.api.LeaveReport;
import io.phoenix.api.Loop;
import io.phoenix.api.Message;
import io.phoenix.api.MessageHandler;
import io.phoenix.api.Node;
import io.phoenix.api.NodeClosedException;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.OwnershipListener;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.Port;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.routing.link.LinkCounters;
import io.phoenix.routing.log.LeaveLog;
import io.phoenix.routing.node.Baggage;
import io.phoenix.routing.node.CoreEffects;
import io.phoenix.routing.node.Holdings;
import io.phoenix.routing.node.LeaveMode;
import io.phoenix.routing.node.NodeCore;
import io.phoenix.routing.node.NodeSettings;
import io.phoenix.routing.runtime.Lifecycle.State;
import io.phoenix.routing.world.NameKey;
import io.phoenix.routing.world.NodeLoop;
import io.phoenix.routing.world.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@link Node}: the thread-safe front of a {@link NodeCore}, over whatever loop and transport it
 * is given. Calls are carried to the loop; where nobody is running it, the calling thread does so
 * itself.
 */
public final class OverlayNode implements Node {
  private static final Logger log = LoggerFactory.getLogger(OverlayNode.class);

  private final NodeConfig config;
  private final ResourceName name;
  private final NodeLoop loop;
  private final UserLoop userLoop;
  private final Transport transport;
  private final NodeCore core;
  private final Port localPort;
  private final LoopCalls calls;
  private final SendBudget budget;
  private final Sender sender;
  private final Mailbox mailbox;
  private final Listeners listeners = new Listeners();
  private volatile Handlers handlers = Handlers.NONE;
  private volatile VirtualRangeSet assumed = VirtualRangeSet.empty();
  private final Lifecycle life;
  private final Receiver receiver;
  private @Nullable Leaving leaving;
  private final byte[] stateInLog;

  /** Opens a node; {@code log} is what one that left has left behind, if it continues that. */
  public static OverlayNode open(
      NodeConfig config,
      NodeLoop loop,
      Transport transport,
      RandomGenerator random,
      byte @Nullable [] log) {
    Baggage baggage = log == null ? null : LeaveLog.decode(log, config);
    return new OverlayNode(config, loop, transport, random, baggage);
  }

  private OverlayNode(
      NodeConfig config,
      NodeLoop loop,
      Transport transport,
      RandomGenerator random,
      @Nullable Baggage baggage) {
    this.config = config;
    this.loop = loop;
    this.transport = transport;
    NameKey key = transport.notary().newName(random);
    name = new ResourceName(key.name());
    life = new Lifecycle(name);
    calls = new LoopCalls(loop, this::finishTask);
    userLoop = new UserLoop(loop, calls);
    mailbox = new Mailbox(config.mailboxBytes());
    budget = new SendBudget(config.sendBufferBytes(), config.awayBufferBytes());
    core =
        new NodeCore(NodeSettings.of(key, config), transport, loop, random, new Effects(), baggage);
    sender = new Sender(loop, calls, core, budget, config.sendTimeout(), life::isOpen);
    receiver = new Receiver(loop, sender, life::isOpen, life::checkOpen, this::resumePeersIfRoom);
    loop.onFailure(this::onFailure);
    stateInLog = baggage == null ? new byte[0] : baggage.state().toByteArray();
    localPort = calls.call(() -> core.start(baggage, loop.nowNs()));
    calls.run(() -> assumed = core.assumed()); // there: it may lose some of it in a moment
    transport.onRevoked(this::endRevoked);
  }

  @Override
  public ResourceName resourceName() {
    return name;
  }

  @Override
  public long spaceSize() {
    return config.spaceSize();
  }

  @Override
  public Port localPort() {
    return localPort;
  }

  @Override
  public Loop loop() {
    return userLoop;
  }

  // ── sending ─────────────────────────────────────────────────────────────────────────────────

  @Override
  public void send(long to, int tag, byte[] payload) {
    life.checkOpen();
    Sendable.check(config, to, tag, payload);
    try {
      sender.send(new Message(name.value(), to, tag, payload));
    } catch (NodeClosedException e) {
      life.checkNotFailed(); // which says more
      throw e;
    }
  }

  @Override
  public boolean trySend(long to, int tag, byte[] payload) {
    life.checkOpen();
    Sendable.check(config, to, tag, payload);
    return sender.trySend(new Message(name.value(), to, tag, payload));
  }

  // ── receiving ───────────────────────────────────────────────────────────────────────────────

  @Override
  public Message recv() throws InterruptedException {
    return Objects.requireNonNull(receiver.await(mailbox::poll, Long.MAX_VALUE));
  }

  @Override
  public Message recv(int tag) throws InterruptedException {
    return Objects.requireNonNull(receiver.await(() -> mailbox.poll(tag), Long.MAX_VALUE));
  }

  @Override
  public @Nullable Message recv(Duration timeout) throws InterruptedException {
    return receiver.await(mailbox::poll, receiver.deadline(timeout));
  }

  @Override
  public @Nullable Message recv(int tag, Duration timeout) throws InterruptedException {
    return receiver.await(() -> mailbox.poll(tag), receiver.deadline(timeout));
  }

  @Override
  public @Nullable Message poll() {
    return receiver.poll(mailbox::poll);
  }

  @Override
  public @Nullable Message poll(int tag) {
    return receiver.poll(() -> mailbox.poll(tag));
  }

  private void resumePeersIfRoom() {
    if (mailbox.hasRoomAgain()) {
      try {
        loop.execute(() -> core.onMailboxOpen(loop.nowNs()));
      } catch (RejectedExecutionException e) {
        // This node has left meanwhile, and holds nobody back any more.
      }
    }
  }

  @Override
  public void handle(int tag, MessageHandler handler) {
    life.checkOpen();
    calls.run(
        () -> {
          handlers = handlers.with(tag, handler);
          handlers.take(tag, mailbox, this::resumePeersIfRoom);
        });
  }

  // ── the virtual node space ──────────────────────────────────────────────────────────────────

  @Override
  public void assume(VirtualRange range) {
    life.checkOpen();
    changeClaims(() -> core.assume(range, 0, loop.nowNs()));
  }

  @Override
  public void assume(OwnershipToken token) {
    life.checkOpen();
    changeClaims(() -> core.assume(token.range(), token.epoch(), loop.nowNs()));
  }

  @Override
  public OwnershipToken release(VirtualRange range) {
    life.checkOpen();
    return calls.call(
        () -> {
          OwnershipToken token = core.release(range, loop.nowNs());
          assumed = core.assumed();
          return token;
        });
  }

  private void changeClaims(Runnable change) {
    calls.run(
        () -> {
          change.run();
          assumed = core.assumed();
        });
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
  public void addPort(Port port) {
    life.checkOpen();
    calls.run(() -> core.addPort(port, loop.nowNs()));
  }

  @Override
  public Explanation explain() {
    life.checkOpen();
    return calls.call(() -> core.explain(loop.nowNs()));
  }

  /**
   * The neighbour that a node's frames go to, or 0; on the loop, for the simulator's invariants.
   */
  public long nextHop(long node) {
    return core.nextHop(node);
  }

  /** How much this node remembers of others. */
  public Holdings holdings() {
    return calls.call(core::holdings);
  }

  /** What is under way from here to those who are there; for the simulator's invariants. */
  public long presentBytes() {
    return budget.presentBytes();
  }

  /** What waits here for those who are away; for the simulator's invariants. */
  public long awayBytes() {
    return budget.awayBytes();
  }

  /** What has gone over the links; to be read on the loop. */
  public LinkCounters counters() {
    return core.counters();
  }

  // ── leaving ─────────────────────────────────────────────────────────────────────────────────

  @Override
  public LeaveReport leave(Path file, Supplier<byte[]> kept) {
    checkMayLeave();
    return LeaveToFile.leave(this, LeaveMode.WITH_LOG, file, kept);
  }

  @Override
  public LeaveReport leaveForGood(Path rest, Supplier<byte[]> kept) {
    checkMayLeave();
    return LeaveToFile.leave(this, LeaveMode.REST_TO_LOG, rest, kept);
  }

  @Override
  public LeaveReport leave() {
    checkMayLeave();
    return await(beginLeave(false)).report();
  }

  private void checkMayLeave() {
    life.checkOpen();
    loop.checkMayWait();
    if (loop.inLoop()) {
      throw new IllegalStateException("leave would block the loop: call it from another thread");
    }
  }

  @Override
  public byte[] stateInLog() {
    return stateInLog.clone();
  }

  @Override
  public void close() {
    if (life.isOpen()) {
      leave();
    }
    if (life.is(State.FAILED)) {
      loop.shutdown();
    }
  }

  /**
   * Leaves without blocking, and without a file.
   *
   * @param withLog whether the log is going to be used
   */
  public CompletableFuture<Leaving.Left> beginLeave(boolean withLog) {
    LeaveMode mode = withLog ? LeaveMode.WITH_LOG : LeaveMode.FOR_GOOD;
    return beginLeave(mode, () -> new byte[0]).withoutFile();
  }

  /**
   * Leaves without blocking; the caller writes the log.
   *
   * @param kept asked, on the loop, for what the application keeps in the log
   */
  public Leaving beginLeave(LeaveMode mode, Supplier<byte[]> kept) {
    var begun = new Leaving(mode, core, mailbox, config, kept, new LeaveHost(), calls);
    calls.run(
        () -> {
          life.checkOpen();
          life.become(State.LEAVING);
          leaving = begun;
          sender.drainTo(loop.nowNs());
          core.leave(mode, begun, loop.nowNs());
          loop.wake();
        });
    return begun;
  }

  /** Nobody talks to this node any more: it gives up its port, and its callers are told. */
  private void endRevoked() {
    if (life.isOpen()) {
      log.error("node {} leaves: its certificate was revoked", name);
      var unused = beginLeave(false);
    }
  }

  /** What this node does for its leave. */
  private final class LeaveHost implements Leaving.Host {
    @Override
    public long nowNs() {
      return loop.nowNs();
    }

    @Override
    public void onStays() {
      leaving = null;
      life.become(State.OPEN);
      assumed = core.assumed();
      handlers.takeAll(mailbox, OverlayNode.this::resumePeersIfRoom); // what came meanwhile
    }

    @Override
    public void onGone() {
      life.become(State.LEFT);
      transport.close();
      listeners.onLeft();
      loop.shutdown();
    }
  }

  /** Waits for a step of a leave. An interrupt does not stop it: it is bounded in time. */
  <T extends @Nullable Object> T await(CompletableFuture<T> step) {
    try {
      T result = step.join();
      if (life.is(State.LEFT)) {
        loop.shutdown(); // so that the last words are out, should the process end now
      }
      return result;
    } catch (CompletionException e) {
      life.checkNotFailed();
      throw e.getCause() instanceof PhoenixException cause ? cause : e;
    }
  }

  /**
   * The virtual machine failed in the midst of something: the cores cannot be trusted any more.
   * What others can know of this node is that its links are gone, as after a crash; the port is
   * free, and whoever waits here hears why.
   */
  private void onFailure(VirtualMachineError error) {
    life.fail(error);
    calls.fail(NodeFailure.of(name, error));
    if (leaving != null) {
      leaving.fail(NodeFailure.of(name, error));
    }
    try {
      transport.close();
      listeners.onLeft();
    } finally {
      loop.wake();
    }
  }

  private void finishTask() {
    if (!life.isOver()) {
      core.finish(loop.nowNs());
    }
  }

  /** What the core asks for. */
  private final class Effects implements CoreEffects {
    @Override
    public void deliver(Message message) {
      MessageHandler handler = handlers.of(message.tag());
      if (handler != null && life.isOpen()) {
        Handlers.call(handler, message);
      } else {
        mailbox.put(message);
        loop.wake();
      }
    }

    @Override
    public List<Message> takeBack(VirtualRange range) {
      List<Message> back = mailbox.takeBack(range);
      resumePeersIfRoom();
      return back;
    }

    @Override
    public boolean hasUnreceived() {
      return mailbox.holdsVirtual();
    }

    @Override
    public void onAccepted(Message message) {
      sender.onAccepted(message);
    }

    @Override
    public void onAway(long deltaBytes) {
      sender.onAway(deltaBytes);
    }

    @Override
    public boolean isMailboxFull() {
      return mailbox.isFull();
    }

    @Override
    public long queuedBytes() {
      return mailbox.bytes();
    }

    @Override
    public void onOwner(VirtualRange range, long owner, long epoch) {
      listeners.onOwner(range, owner == 0 ? null : new ResourceName(owner), epoch);
    }

    @Override
    public void onConflict(VirtualRange lost, long winner) {
      ResourceName other = new ResourceName(winner);
      assumed = assumed.minus(lost);
      log.error("node {} lost {} to node {}, which assumed it, too", name, lost, other);
      receiver.onConflict(name, lost, other);
      listeners.onConflict(lost, other);
      loop.wake();
    }

    @Override
    public void onGone(long node) {
      listeners.onGone(new ResourceName(node));
    }

    @Override
    public void warn(String message) {
      log.warn("node {}: {}", name, message);
    }
  }
}
