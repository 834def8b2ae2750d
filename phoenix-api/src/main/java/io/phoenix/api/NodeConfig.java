package io.phoenix.api;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * How a node is set up. Immutable; each {@code with…} method returns a changed copy.
 *
 * <pre>{@code
 * NodeConfig config =
 *     NodeConfig.of("histogram", 1L << 20)
 *         .withSecurity(Security.tls(Path.of("certificates")))
 *         .withListen("0.0.0.0:7000")
 *         .withPorts("10.0.0.7:7000", "10.0.0.8:7000");
 * }</pre>
 *
 * @param application the application's name; nodes of different applications refuse each other
 * @param spaceSize the number of virtual nodes; nodes that disagree refuse each other
 * @param listen where to accept links; with SSH servers on its way ({@code 0.0.0.0:7000 via
 *     ssh://gateway}), the last of them listens, too, at the same port of its own 127.0.0.1, and
 *     leads back here: for nodes that nobody can dial
 * @param ports neighbours to hold links to
 * @param maxPayloadBytes the largest message that may be sent from here
 * @param sendBufferBytes what may be under way from this node, to nodes that are there, before
 *     senders wait
 * @param awayBufferBytes what may wait at this node for ranges that nobody assumes and for nodes
 *     out of reach, before senders to those wait; others do not. What was under way to a node when
 *     it went out of reach is counted here from then on, whether there is room or not
 * @param mailboxBytes what may be queued here before the peers are held back
 * @param sendTimeout how long a send waits for room before it throws
 * @param helloInterval how often a link is tested
 * @param deadAfter after how long without a sign of life a link is given up
 * @param forgetAfter after how long a node that vanished is no longer waited for
 * @param leaveTimeout how long {@link Node#leave} tries to hand over what it holds
 * @param busyPoll whether threads that wait spin instead of sleeping: lowest latency, whole cores
 * @param relays whether messages between other nodes may pass through here; better not where a node
 *     comes for a moment only
 * @param ssh where SSH connections take their settings from, for ports that are reached that way
 * @param security how links are protected; to reach other machines, one has to choose
 * @param meshLinks how many links to other nodes of its LAN a node makes by itself, to nodes that
 *     it has heard of, so that those who stay are not parted when one leaves; 0: none at all, then
 *     it holds links to {@code ports} only, and does not tell others where it listens. A node that
 *     does not relay makes none either
 * @param meshBridges how many such links there are from one LAN to the next; 0: such links stay
 *     inside the LAN
 * @param lan what people call the LAN that the node is in; nodes with the same name are in one LAN,
 *     those with different names are not. Empty: nodes whose addresses differ in the last byte only
 *     are taken to be in one LAN
 * @param reachableAt where nodes of other LANs can dial this one, if not at the address that it
 *     listens on: a port that is forwarded to it, or that is reached through SSH servers
 * @param bridgePorts at which ports nodes of other LANs may be dialled by the node itself; none: at
 *     those that they tell of, and through SSH servers only if {@code ports} name them
 */
public record NodeConfig(
    String application,
    long spaceSize,
    Port listen,
    List<Port> ports,
    int maxPayloadBytes,
    long sendBufferBytes,
    long awayBufferBytes,
    long mailboxBytes,
    Duration sendTimeout,
    Duration helloInterval,
    Duration deadAfter,
    Duration forgetAfter,
    Duration leaveTimeout,
    boolean busyPoll,
    boolean relays,
    SshSettings ssh,
    Security security,
    int meshLinks,
    int meshBridges,
    String lan,
    List<Port> reachableAt,
    List<Port> bridgePorts) {

  /** The most links of one kind that a node makes by itself. */
  public static final int MAX_MESH = 16;

  /** The longest name of a LAN. */
  public static final int MAX_LAN = 64;

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
    require(
        awayBufferBytes >= 1024, "awayBufferBytes=" + awayBufferBytes + " must be at least 1024");
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
    require(
        meshLinks >= 0 && meshLinks <= MAX_MESH,
        "meshLinks=" + meshLinks + " must be in 0.." + MAX_MESH);
    require(
        meshBridges >= 0 && meshBridges <= MAX_MESH,
        "meshBridges=" + meshBridges + " must be in 0.." + MAX_MESH);
    require(
        lan.length() <= MAX_LAN && lan.chars().noneMatch(Character::isISOControl),
        "lan must have at most " + MAX_LAN + " characters, and no control characters");
    ports = List.copyOf(ports);
    reachableAt = List.copyOf(reachableAt);
    bridgePorts = List.copyOf(bridgePorts);
  }

  /** The defaults: a free port of this machine, no neighbours. */
  public static NodeConfig of(String application, long spaceSize) {
    return new Draft(application, spaceSize).finish();
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  private NodeConfig with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.finish();
  }

  /** Where to accept links. */
  public NodeConfig withListen(Port listen) {
    return with(draft -> draft.listen = listen);
  }

  /** The neighbours to hold links to, instead of those so far. */
  public NodeConfig withPorts(List<Port> ports) {
    return with(draft -> draft.ports = ports);
  }

  /** The largest message that may be sent from here. */
  public NodeConfig withMaxPayloadBytes(int maxPayloadBytes) {
    return with(draft -> draft.maxPayloadBytes = maxPayloadBytes);
  }

  /** What may be under way before senders wait. */
  public NodeConfig withSendBufferBytes(long sendBufferBytes) {
    return with(draft -> draft.sendBufferBytes = sendBufferBytes);
  }

  /** What may wait for those who are away before senders to them wait. */
  public NodeConfig withAwayBufferBytes(long awayBufferBytes) {
    return with(draft -> draft.awayBufferBytes = awayBufferBytes);
  }

  /** What may be queued here before the peers are held back. */
  public NodeConfig withMailboxBytes(long mailboxBytes) {
    return with(draft -> draft.mailboxBytes = mailboxBytes);
  }

  /** How long a send waits for room. */
  public NodeConfig withSendTimeout(Duration sendTimeout) {
    return with(draft -> draft.sendTimeout = sendTimeout);
  }

  /** How often a link is tested. */
  public NodeConfig withHelloInterval(Duration helloInterval) {
    return with(draft -> draft.helloInterval = helloInterval);
  }

  /** When a silent link is given up. */
  public NodeConfig withDeadAfter(Duration deadAfter) {
    return with(draft -> draft.deadAfter = deadAfter);
  }

  /** When a vanished node is no longer waited for. */
  public NodeConfig withForgetAfter(Duration forgetAfter) {
    return with(draft -> draft.forgetAfter = forgetAfter);
  }

  /** How long leaving may take. */
  public NodeConfig withLeaveTimeout(Duration leaveTimeout) {
    return with(draft -> draft.leaveTimeout = leaveTimeout);
  }

  /** Whether waiting threads spin. */
  public NodeConfig withBusyPoll(boolean busyPoll) {
    return with(draft -> draft.busyPoll = busyPoll);
  }

  /** Whether messages between other nodes may pass through here. */
  public NodeConfig withRelays(boolean relays) {
    return with(draft -> draft.relays = relays);
  }

  /** Where SSH connections take their settings from. */
  public NodeConfig withSsh(SshSettings ssh) {
    return with(draft -> draft.ssh = ssh);
  }

  /** How links are protected. */
  public NodeConfig withSecurity(Security security) {
    return with(draft -> draft.security = security);
  }

  /** How many links to nodes of its LAN the node makes by itself; 0 turns the mesh off. */
  public NodeConfig withMeshLinks(int meshLinks) {
    return with(draft -> draft.meshLinks = meshLinks);
  }

  /** How many links from one LAN to the next the nodes make by themselves. */
  public NodeConfig withMeshBridges(int meshBridges) {
    return with(draft -> draft.meshBridges = meshBridges);
  }

  /** What people call the LAN that the node is in. */
  public NodeConfig withLan(String lan) {
    return with(draft -> draft.lan = lan);
  }

  /** Where nodes of other LANs can dial this one. */
  public NodeConfig withReachableAt(List<Port> reachableAt) {
    return with(draft -> draft.reachableAt = reachableAt);
  }

  /** At which ports nodes of other LANs may be dialled by the node itself. */
  public NodeConfig withBridgePorts(List<Port> bridgePorts) {
    return with(draft -> draft.bridgePorts = bridgePorts);
  }

  /** Where to accept links, as {@link Port#parse} reads it. */
  public NodeConfig withListen(String port) {
    return withListen(Port.parse(port));
  }

  /** The neighbours to hold links to, as {@link Port#parse} reads them. */
  public NodeConfig withPorts(String... ports) {
    return withPorts(Arrays.stream(ports).map(Port::parse).toList());
  }

  /**
   * A configuration in the making. The one place, beside the record's head, that names all parts.
   */
  private static final class Draft {
    final String application;
    final long spaceSize;
    Port listen = new Port("127.0.0.1", 0);
    List<Port> ports = List.of();
    int maxPayloadBytes = MAX_PAYLOAD;
    long sendBufferBytes = 64L << 20;
    long awayBufferBytes = 64L << 20;
    long mailboxBytes = 64L << 20;
    Duration sendTimeout = Duration.ofMinutes(1);
    Duration helloInterval = Duration.ofSeconds(1);
    Duration deadAfter = Duration.ofSeconds(5);
    Duration forgetAfter = Duration.ofMinutes(1);
    Duration leaveTimeout = Duration.ofSeconds(10);
    boolean busyPoll;
    boolean relays = true;
    SshSettings ssh = SshSettings.users();
    Security security = Security.localOnly();
    int meshLinks = 2;
    int meshBridges = 2;
    String lan = "";
    List<Port> reachableAt = List.of();
    List<Port> bridgePorts = List.of();

    Draft(String application, long spaceSize) {
      this.application = application;
      this.spaceSize = spaceSize;
    }

    Draft(NodeConfig config) {
      this(config.application, config.spaceSize);
      listen = config.listen;
      ports = config.ports;
      maxPayloadBytes = config.maxPayloadBytes;
      sendBufferBytes = config.sendBufferBytes;
      awayBufferBytes = config.awayBufferBytes;
      mailboxBytes = config.mailboxBytes;
      sendTimeout = config.sendTimeout;
      helloInterval = config.helloInterval;
      deadAfter = config.deadAfter;
      forgetAfter = config.forgetAfter;
      leaveTimeout = config.leaveTimeout;
      busyPoll = config.busyPoll;
      relays = config.relays;
      ssh = config.ssh;
      security = config.security;
      meshLinks = config.meshLinks;
      meshBridges = config.meshBridges;
      lan = config.lan;
      reachableAt = config.reachableAt;
      bridgePorts = config.bridgePorts;
    }

    NodeConfig finish() {
      return new NodeConfig(
          application,
          spaceSize,
          listen,
          ports,
          maxPayloadBytes,
          sendBufferBytes,
          awayBufferBytes,
          mailboxBytes,
          sendTimeout,
          helloInterval,
          deadAfter,
          forgetAfter,
          leaveTimeout,
          busyPoll,
          relays,
          ssh,
          security,
          meshLinks,
          meshBridges,
          lan,
          reachableAt,
          bridgePorts);
    }
  }
}
