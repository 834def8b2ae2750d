package io.phoenix.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplanationTest {
  private static final ResourceName SELF = ResourceName.parse("~a");
  private static final ResourceName NEAR = ResourceName.parse("~b");
  private static final ResourceName FAR = ResourceName.parse("~c");
  private static final ResourceName GONE = ResourceName.parse("~d");

  private static final Explanation EXAMPLE =
      new Explanation(
          SELF,
          List.of(
              new Explanation.Route(NEAR, NEAR, Duration.ofNanos(120_900), 0),
              new Explanation.Route(FAR, NEAR, Duration.ofMillis(40), 3),
              new Explanation.Route(GONE, null, Duration.ZERO, 1)),
          List.of(
              new Explanation.Owner(VirtualRange.of(0, 512), FAR, 2, 0),
              new Explanation.Owner(VirtualRange.of(512, 1024), null, 7, 9)),
          List.of(
              new Explanation.PortState(new Port("10.0.0.7", 7000), NEAR, 1, null),
              new Explanation.PortState(new Port("fe80::1", 7), null, 12, "connection refused")),
          List.of(
              new Explanation.ListenerState(
                  Port.parse("127.0.0.1:7 only via ssh://gw"), true, null),
              new Explanation.ListenerState(
                  Port.parse("127.0.0.1:7 only via ssh://old"), false, "port 7 is taken")),
          List.of(),
          List.of(new Explanation.Doubt(GONE, VirtualRangeSet.of(VirtualRange.of(0, 512)), 4)));

  @Test
  void isReadByPeople() {
    assertThat(EXAMPLE)
        .hasToString(
            """
            node ~a
              route ~b: direct, round trip 120 µs, 0 messages under way
              route ~c: through ~b, round trip 40000 µs, 3 messages under way
              route ~d: none at present, 1 messages under way
              owner of [0, 512): ~c, epoch 2, 0 messages wait
              owner of [512, 1024): nobody, epoch 7, 9 messages wait
              port 10.0.0.7:7000: link to ~b after 1 attempts
              port [fe80::1]:7: no link after 12 attempts; last failure: connection refused
              listens at 127.0.0.1:7 only via ssh://gw: open
              listens at 127.0.0.1:7 only via ssh://old: not open; last failure: port 7 is taken
              in doubt: 4 messages for {[0, 512)}, sent to node ~d, which vanished before it said whether it took them
            """);
  }

  @Test
  void isReadByPrograms() {
    assertThat(EXAMPLE.owner(511).orElseThrow().node()).isEqualTo(FAR);
    assertThat(EXAMPLE.owner(512).orElseThrow().node()).isNull();
    assertThat(EXAMPLE.owner(1024)).isEmpty();
    assertThat(EXAMPLE.route(FAR).orElseThrow().nextHop()).isEqualTo(NEAR);
    assertThat(EXAMPLE.route(SELF)).isEmpty();
  }
}
