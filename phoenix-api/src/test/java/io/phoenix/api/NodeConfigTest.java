package io.phoenix.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class NodeConfigTest {
  private static final NodeConfig CONFIG = NodeConfig.of("app", 1024);

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  @Test
  void eachWithChangesItsSettingAndNoOther() throws ReflectiveOperationException {
    Duration d = Duration.ofMillis(2500);
    Map<String, NodeConfig> changed =
        Map.ofEntries(
            Map.entry("listen", CONFIG.withListen("0.0.0.0:7000")),
            Map.entry("ports", CONFIG.withPorts("10.0.0.7:7000", "[::1]:7")),
            Map.entry("maxPayloadBytes", CONFIG.withMaxPayloadBytes(17)),
            Map.entry("sendBufferBytes", CONFIG.withSendBufferBytes(2048)),
            Map.entry("awayBufferBytes", CONFIG.withAwayBufferBytes(2048)),
            Map.entry("mailboxBytes", CONFIG.withMailboxBytes(4096)),
            Map.entry("sendTimeout", CONFIG.withSendTimeout(d)),
            Map.entry("helloInterval", CONFIG.withHelloInterval(d)),
            Map.entry("deadAfter", CONFIG.withDeadAfter(d)),
            Map.entry("forgetAfter", CONFIG.withForgetAfter(d.plusHours(1))),
            Map.entry("leaveTimeout", CONFIG.withLeaveTimeout(d)),
            Map.entry("busyPoll", CONFIG.withBusyPoll(true)),
            Map.entry("relays", CONFIG.withRelays(false)),
            Map.entry("ssh", CONFIG.withSsh(SshSettings.users().withAcceptNew(true))),
            Map.entry("security", CONFIG.withSecurity(Security.plain())),
            Map.entry("meshLinks", CONFIG.withMeshLinks(0)),
            Map.entry("meshBridges", CONFIG.withMeshBridges(0)),
            Map.entry("lan", CONFIG.withLan("a")),
            Map.entry("reachableAt", CONFIG.withReachableAt(List.of(new Port("a", 1)))),
            Map.entry("bridgePorts", CONFIG.withBridgePorts(List.of(new Port("a", 1)))));
    assertThat(changed).hasSize(NodeConfig.class.getRecordComponents().length - 2);
    for (RecordComponent setting : NodeConfig.class.getRecordComponents()) {
      Object usual = setting.getAccessor().invoke(CONFIG);
      for (Map.Entry<String, NodeConfig> entry : changed.entrySet()) {
        boolean differs = !setting.getAccessor().invoke(entry.getValue()).equals(usual);
        assertThat(differs)
            .as("%s after changing %s", setting.getName(), entry.getKey())
            .isEqualTo(setting.getName().equals(entry.getKey()));
      }
    }
  }

  @Test
  void settingsAreKept() {
    NodeConfig config =
        CONFIG
            .withListen("0.0.0.0:7000")
            .withPorts("10.0.0.7:7000", "[::1]:7")
            .withSendTimeout(Duration.ZERO);
    assertThat(config.application()).isEqualTo("app");
    assertThat(config.spaceSize()).isEqualTo(1024);
    assertThat(config.listen()).isEqualTo(new Port("0.0.0.0", 7000));
    assertThat(config.ports()).containsExactly(new Port("10.0.0.7", 7000), new Port("::1", 7));
    assertThat(config.sendTimeout()).isZero();
  }

  @Test
  void portsAreCopied() {
    List<Port> ports = new ArrayList<>(List.of(new Port("a", 1)));
    NodeConfig config = CONFIG.withPorts(ports);
    ports.clear();
    assertThat(config.ports()).hasSize(1);
  }

  @Test
  void applicationNeedsAName() {
    assertRefused(() -> NodeConfig.of(" ", 1), "application must not be empty");
    assertRefused(
        () -> NodeConfig.of("x".repeat(201), 1), "application is longer than 200 characters");
    assertThat(NodeConfig.of("x".repeat(200), 1).application()).hasSize(200);
  }

  @Test
  void spaceIsBounded() {
    assertRefused(() -> NodeConfig.of("app", 0), "spaceSize=0 must be in 1..2^62");
    assertRefused(() -> NodeConfig.of("app", -5), "spaceSize=-5 must be in 1..2^62");
    assertRefused(
        () -> NodeConfig.of("app", (1L << 62) + 1),
        "spaceSize=4611686018427387905 must be in 1..2^62");
    assertThat(NodeConfig.of("app", 1L << 62).spaceSize()).isEqualTo(1L << 62);
    assertThat(NodeConfig.of("app", 1).spaceSize()).isEqualTo(1);
  }

  @Test
  void buffersAreBounded() {
    assertRefused(
        () -> CONFIG.withMaxPayloadBytes(0), "maxPayloadBytes=0 must be in 1..1073741824");
    assertRefused(
        () -> CONFIG.withMaxPayloadBytes((1 << 30) + 1),
        "maxPayloadBytes=1073741825 must be in 1..1073741824");
    assertRefused(
        () -> CONFIG.withSendBufferBytes(1023), "sendBufferBytes=1023 must be at least 1024");
    assertRefused(
        () -> CONFIG.withAwayBufferBytes(1023), "awayBufferBytes=1023 must be at least 1024");
    assertRefused(() -> CONFIG.withMailboxBytes(1023), "mailboxBytes=1023 must be at least 1024");
  }

  @Test
  void timesFitEachOther() {
    assertRefused(
        () -> CONFIG.withHelloInterval(Duration.ofNanos(999_999)),
        "helloInterval must be at least 1 ms");
    assertRefused(
        () -> CONFIG.withHelloInterval(Duration.ofSeconds(5)),
        "helloInterval=PT5S must be below deadAfter=PT5S");
    assertRefused(
        () -> CONFIG.withDeadAfter(Duration.ofSeconds(1)),
        "helloInterval=PT1S must be below deadAfter=PT1S");
    assertRefused(
        () -> CONFIG.withForgetAfter(Duration.ofMillis(4999)),
        "deadAfter=PT5S must not be above forgetAfter=PT4.999S");
    assertRefused(
        () -> CONFIG.withSendTimeout(Duration.ofMillis(-1)), "sendTimeout must not be negative");
    assertRefused(
        () -> CONFIG.withLeaveTimeout(Duration.ofMillis(-1)), "leaveTimeout must not be negative");
  }
}
