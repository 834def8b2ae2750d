package io.phoenix.api;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * How a node is set up. Immutable; each {@code with…} method returns a changed copy.
 *
 * <pre>{@code
 * NodeConfig config =
 *     NodeConfig.of("histogram", 1L << 20)
 *         .withListen("0.0.0.0:7000")
 *         .withPorts("10.0.0.7:7000", "10.0.0.8:7000");
 * }</pre>
 *
 * @param application the application's name; nodes of different applications refuse each other
 * @param spaceSize the number of virtual nodes; nodes that disagree refuse each other
 * @param listen where to accept links
 * @param ports neighbours to hold links to
 * @param maxPayloadBytes the largest message that may be sent from here
 * @param sendBufferBytes what may be under way from this node before senders wait
 * @param mailboxBytes what may be queued here before the peers are held back
 * @param sendTimeout how long a send waits for room before it throws
 * @param helloInterval how often a link is tested
 * @param deadAfter after how long without a sign of life a link is given up
 * @param forgetAfter after how long a node that vanished is no longer waited for
 * @param leaveTimeout how long {@link Node#leave} tries to hand over what it holds
 * @param busyPoll whether threads that wait spin instead of sleeping: lowest latency, whole cores
 */
public record NodeConfig(
    String application,
    long spaceSize,
    Port listen,
    List<Port> ports,
    int maxPayloadBytes,
    long sendBufferBytes,
    long mailboxBytes,
    Duration sendTimeout,
    Duration helloInterval,
    Duration deadAfter,
    Duration forgetAfter,
    Duration leaveTimeout,
    boolean busyPoll) {

  /** The largest virtual node space. */
  public static final long MAX_SPACE = 1L << 62;

  /** The largest payload that any message can have: 1 GiB. */
  public static final int MAX_PAYLOAD = 1 << 30;

  /** Checks every setting, alone and against the others. */
  public NodeConfig {
    require(!application.isBlank(), "application must not be empty");
    require(application.length() <= 200, "application is longer than 200 characters");
    require(
        spaceSize > 0 && spaceSize <= MAX_SPACE, "spaceSize=" + spaceSize + " must be in 1..2^62");
    require(
        maxPayloadBytes > 0 && maxPayloadBytes <= MAX_PAYLOAD,
        "maxPayloadBytes=" + maxPayloadBytes + " must be in 1.." + MAX_PAYLOAD);
    require(
        sendBufferBytes >= 1024, "sendBufferBytes=" + sendBufferBytes + " must be at least 1024");
    require(mailboxBytes >= 1024, "mailboxBytes=" + mailboxBytes + " must be at least 1024");
    require(helloInterval.toMillis() >= 1, "helloInterval must be at least 1 ms");
    require(
        helloInterval.compareTo(deadAfter) < 0,
        "helloInterval=" + helloInterval + " must be below deadAfter=" + deadAfter);
    require(
        deadAfter.compareTo(forgetAfter) <= 0,
        "deadAfter=" + deadAfter + " must not be above forgetAfter=" + forgetAfter);
    require(!sendTimeout.isNegative(), "sendTimeout must not be negative");
    require(!leaveTimeout.isNegative(), "leaveTimeout must not be negative");
    ports = List.copyOf(ports);
  }

  /** The defaults: a free port of this machine, no neighbours. */
  public static NodeConfig of(String application, long spaceSize) {
    return new NodeConfig(
        application,
        spaceSize,
        new Port("127.0.0.1", 0),
        List.of(),
        MAX_PAYLOAD,
        64L << 20,
        64L << 20,
        Duration.ofMinutes(1),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        Duration.ofMinutes(1),
        Duration.ofSeconds(10),
        false);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  /** Where to accept links. */
  public NodeConfig withListen(Port listen) {
    return new NodeConfig(
        application,
        spaceSize,
        listen,
        ports,
        maxPayloadBytes,
        sendBufferBytes,
        mailboxBytes,
        sendTimeout,
        helloInterval,
        deadAfter,
        forgetAfter,
        leaveTimeout,
        busyPoll);
  }

  /** The neighbours to hold links to, instead of those so far. */
  public NodeConfig withPorts(List<Port> ports) {
    return new NodeConfig(
        application,
        spaceSize,
        listen,
        ports,
        maxPayloadBytes,
        sendBufferBytes,
        mailboxBytes,
        sendTimeout,
        helloInterval,
        deadAfter,
        forgetAfter,
        leaveTimeout,
        busyPoll);
  }

  /** The largest message that may be sent from here. */
  public NodeConfig withMaxPayloadBytes(int maxPayloadBytes) {
    return new NodeConfig(
        application,
        spaceSize,
        listen,
        ports,
        maxPayloadBytes,
        sendBufferBytes,
        mailboxBytes,
        sendTimeout,
        helloInterval,
        deadAfter,
        forgetAfter,
        leaveTimeout,
        busyPoll);
  }

  /** What may be under way before senders wait. */
  public NodeConfig withSendBufferBytes(long sendBufferBytes) {
    return new NodeConfig(
        application,
        spaceSize,
        listen,
        ports,
        maxPayloadBytes,
        sendBufferBytes,
        mailboxBytes,
        sendTimeout,
        helloInterval,
        deadAfter,
        forgetAfter,
        leaveTimeout,
        busyPoll);
  }

  /** What may be queued here before the peers are held back. */
  public NodeConfig withMailboxBytes(long mailboxBytes) {
    return new NodeConfig(
        application,
        spaceSize,
        listen,
        ports,
        maxPayloadBytes,
        sendBufferBytes,
        mailboxBytes,
        sendTimeout,
        helloInterval,
        deadAfter,
        forgetAfter,
        leaveTimeout,
        busyPoll);
  }

  /** How long a send waits for room. */
  public NodeConfig withSendTimeout(Duration sendTimeout) {
    return new NodeConfig(
        application,
        spaceSize,
        listen,
        ports,
        maxPayloadBytes,
        sendBufferBytes,
        mailboxBytes,
        sendTimeout,
        helloInterval,
        deadAfter,
        forgetAfter,
        leaveTimeout,
        busyPoll);
  }

  /** How often a link is tested. */
  public NodeConfig withHelloInterval(Duration helloInterval) {
    return new NodeConfig(
        application,
        spaceSize,
        listen,
        ports,
        maxPayloadBytes,
        sendBufferBytes,
        mailboxBytes,
        sendTimeout,
        helloInterval,
        deadAfter,
        forgetAfter,
        leaveTimeout,
        busyPoll);
  }

  /** When a silent link is given up. */
  public NodeConfig withDeadAfter(Duration deadAfter) {
    return new NodeConfig(
        application,
        spaceSize,
        listen,
        ports,
        maxPayloadBytes,
        sendBufferBytes,
        mailboxBytes,
        sendTimeout,
        helloInterval,
        deadAfter,
        forgetAfter,
        leaveTimeout,
        busyPoll);
  }

  /** When a vanished node is no longer waited for. */
  public NodeConfig withForgetAfter(Duration forgetAfter) {
    return new NodeConfig(
        application,
        spaceSize,
        listen,
        ports,
        maxPayloadBytes,
        sendBufferBytes,
        mailboxBytes,
        sendTimeout,
        helloInterval,
        deadAfter,
        forgetAfter,
        leaveTimeout,
        busyPoll);
  }

  /** How long leaving may take. */
  public NodeConfig withLeaveTimeout(Duration leaveTimeout) {
    return new NodeConfig(
        application,
        spaceSize,
        listen,
        ports,
        maxPayloadBytes,
        sendBufferBytes,
        mailboxBytes,
        sendTimeout,
        helloInterval,
        deadAfter,
        forgetAfter,
        leaveTimeout,
        busyPoll);
  }

  /** Whether waiting threads spin. */
  public NodeConfig withBusyPoll(boolean busyPoll) {
    return new NodeConfig(
        application,
        spaceSize,
        listen,
        ports,
        maxPayloadBytes,
        sendBufferBytes,
        mailboxBytes,
        sendTimeout,
        helloInterval,
        deadAfter,
        forgetAfter,
        leaveTimeout,
        busyPoll);
  }

  /** Where to accept links, as {@link Port#parse} reads it. */
  public NodeConfig withListen(String port) {
    return withListen(Port.parse(port));
  }

  /** The neighbours to hold links to, as {@link Port#parse} reads them. */
  public NodeConfig withPorts(String... ports) {
    return withPorts(Arrays.stream(ports).map(Port::parse).toList());
  }
}
