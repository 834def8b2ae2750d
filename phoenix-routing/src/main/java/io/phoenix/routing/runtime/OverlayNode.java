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
import io.phoenix.api.Port;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.routing.link.LinkCounters;
import io.phoenix.routing.log.LeaveLog;
import io.phoenix.routing.log.LogFile;
import io.phoenix.routing.node.Baggage;
import io.phoenix.routing.node.CoreEffects;
import io.phoenix.routing.node.Holdings;
import io.phoenix.routing.node.NodeCore;
import io.phoenix.routing.node.NodeSettings;
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
  private volatile State state = State.OPEN;
  private final Receiver receiver;
  private volatile @Nullable VirtualMachineError failure;
  private @Nullable CompletableFuture<Left> leaving;

  private enum State {
    /** Taking part. */
    OPEN,
    /** Handing over; calls are refused. */
    LEAVING,
    /** Gone. */
    LEFT,
    /** Gone without a word, because the virtual machine failed on the loop. */
    FAILED
  }

  /**
   * What a node that has left leaves behind.
   *
   * @param report what became of its messages
   * @param log what {@link #open} takes
   */
  @SuppressWarnings("ArrayRecordComponent") // handed from one owner to the next, never compared
  public record Left(LeaveReport report, byte[] log) {}

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
    calls = new LoopCalls(loop, this::finishTask);
    userLoop = new UserLoop(loop, calls);
    mailbox = new Mailbox(config.mailboxBytes());
    budget = new SendBudget(config.sendBufferBytes(), config.awayBufferBytes());
    core =
        new NodeCore(NodeSettings.of(key, config), transport, loop, random, new Effects(), baggage);
    sender = new Sender(loop, calls, core, budget, config.sendTimeout(), () -> state == State.OPEN);
    receiver =
        new Receiver(
            loop, sender, () -> state == State.OPEN, this::checkOpen, this::resumePeersIfRoom);
    loop.onFailure(this::onFailure);
    localPort = calls.call(() -> core.start(baggage, loop.nowNs()));
    assumed = calls.call(core::assumed);
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
    checkOpen();
    Sendable.check(config, to, tag, payload);
    try {
      sender.send(new Message(name.value(), to, tag, payload));
    } catch (NodeClosedException e) {
      checkNotFailed(); // which says more
      throw e;
    }
  }

  @Override
  public boolean trySend(long to, int tag, byte[] payload) {
    checkOpen();
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
    checkOpen();
    calls.run(
        () -> {
          handlers = handlers.with(tag, handler);
          for (Message m = mailbox.poll(tag); m != null; m = mailbox.poll(tag)) {
            resumePeersIfRoom();
            Handlers.call(handler, m);
          }
        });
  }

  // ── the virtual node space ──────────────────────────────────────────────────────────────────

  @Override
  public void assume(VirtualRange range) {
    checkOpen();
    changeClaims(() -> core.assume(range, 0, loop.nowNs()));
  }

  @Override
  public void assume(OwnershipToken token) {
    checkOpen();
    changeClaims(() -> core.assume(token.range(), token.epoch(), loop.nowNs()));
  }

  @Override
  public OwnershipToken release(VirtualRange range) {
    checkOpen();
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
    checkOpen();
    calls.run(() -> core.addPort(port, loop.nowNs()));
  }

  @Override
  public Explanation explain() {
    checkOpen();
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
  public LeaveReport leave(Path file) {
    checkOpen();
    loop.checkMayWait();
    try (LogFile reserved = LogFile.create(file)) {
      Left left = await(beginLeave(true));
      reserved.commit(left.log());
      return left.report();
    }
  }

  @Override
  public LeaveReport leave() {
    checkOpen();
    loop.checkMayWait();
    return await(beginLeave(false)).report();
  }

  @Override
  public void close() {
    if (state == State.OPEN) {
      leave();
    }
    if (state == State.FAILED) {
      loop.shutdown();
    }
  }

  /**
   * Leaves without blocking; see {@link #leave(Path)}.
   *
   * @param withLog whether the log is going to be used
   */
  public CompletableFuture<Left> beginLeave(boolean withLog) {
    CompletableFuture<Left> done = new CompletableFuture<>();
    calls.run(
        () -> {
          checkOpen();
          state = State.LEAVING;
          leaving = done;
          sender.drainTo(loop.nowNs());
          core.leave(
              withLog,
              (baggage, inOrder, nowNs) -> onGone(baggage, withLog, inOrder, done),
              loop.nowNs());
          loop.wake();
        });
    return done;
  }

  /** Nobody talks to this node any more: it gives up its port, and its callers are told. */
  private void endRevoked() {
    if (state == State.OPEN) {
      log.error("node {} leaves: its certificate was revoked", name);
      var unused = beginLeave(false);
    }
  }

  private void onGone(
      Baggage baggage, boolean withLog, boolean inOrder, CompletableFuture<Left> done) {
    state = State.LEFT;
    Baggage whole = Descriptions.withMailbox(baggage, mailbox.takeAll());
    LeaveReport report = Descriptions.report(core, whole, withLog, inOrder);
    transport.close();
    listeners.onLeft();
    loop.shutdown();
    done.complete(new Left(report, LeaveLog.encode(whole, config)));
    loop.wake();
  }

  private Left await(CompletableFuture<Left> leaving) {
    if (loop.inLoop()) {
      throw new IllegalStateException("leave would block the loop: call it from another thread");
    }
    // An interrupt does not stop a leave half-way: it is bounded in time by leaveTimeout.
    Left left;
    try {
      left = leaving.join();
    } catch (CompletionException e) {
      checkNotFailed();
      throw e;
    }
    loop.shutdown(); // so that the last words are out, should the process end now
    return left;
  }

  /**
   * The virtual machine failed in the midst of something: the cores cannot be trusted any more.
   * What others can know of this node is that its links are gone, as after a crash; the port is
   * free, and whoever waits here hears why.
   */
  private void onFailure(VirtualMachineError error) {
    failure = error;
    state = State.FAILED;
    calls.fail(NodeFailure.of(name, error));
    if (leaving != null) {
      leaving.completeExceptionally(NodeFailure.of(name, error));
    }
    try {
      transport.close();
      listeners.onLeft();
    } finally {
      loop.wake();
    }
  }

  private void checkNotFailed() {
    NodeFailure.check(name, failure);
  }

  private void checkOpen() {
    checkNotFailed();
    if (state != State.OPEN) {
      throw new NodeClosedException(
          "node " + name + " has left the computation: open another one to go on");
    }
  }

  private void finishTask() {
    if (state != State.LEFT && state != State.FAILED) {
      core.finish(loop.nowNs());
    }
  }

  /** What the core asks for. */
  private final class Effects implements CoreEffects {
    @Override
    public void deliver(Message message) {
      MessageHandler handler = handlers.of(message.tag());
      if (handler != null && state == State.OPEN) {
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
