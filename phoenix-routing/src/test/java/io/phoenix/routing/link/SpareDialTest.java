package io.phoenix.routing.link;

import static io.phoenix.routing.link.HandWorld.MS;
import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Port;
import io.phoenix.api.SshHop;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One attempt to reach a node of a given name, at ports that others have told of. */
class SpareDialTest {
  private final HandWorld world = new HandWorld();
  private final TestNode a = new TestNode(world, -1);
  private final TestNode b = new TestNode(world, -2);
  private final TestNode c = new TestNode(world, -3);
  private final List<String> ended = new ArrayList<>();

  private void dial(TestNode to, Port... ways) {
    a.links.dialSpare(to.name, List.of(ways), (reason, nowNs) -> ended.add(reason));
    world.run(10_000 * MS);
  }

  @Test
  void theLinkIsUpAndBothSidesKnowWhatItIsFor() {
    dial(b, b.port);
    assertThat(a.linkTo(b).isSpare()).isTrue();
    assertThat(a.linkTo(b).isDialledHere()).isTrue();
    assertThat(b.linkTo(a).isSpare()).isTrue();
    assertThat(b.linkTo(a).isDialledHere()).isFalse();
    assertThat(ended).isEmpty();
  }

  @Test
  void anotherNodeThatAnswersIsNotLinkedTo() {
    dial(b, c.port);
    assertThat(a.links.links()).isEmpty();
    assertThat(c.links.links()).isEmpty();
    assertThat(world.openWires()).isEmpty();
    assertThat(world.dialTimesNs).hasSize(1);
    assertThat(ended).hasSize(1);
  }

  @Test
  void oneWayAfterTheOtherIsTriedAndTheTunnelLast() {
    world.walled.add(b.port);
    dial(b, new Port("10.0.0.99", 7000), c.port, b.port, b.port.onlyVia(SshHop.parse("gateway")));
    assertThat(a.linkTo(b).isUp()).isTrue();
    assertThat(world.dialTimesNs).hasSize(4);
    assertThat(ended).isEmpty();
  }

  @Test
  void itIsTriedOnceOnly() {
    dial(b, new Port("10.0.0.99", 7000));
    world.run(600_000 * MS);
    assertThat(world.dialTimesNs).hasSize(1);
    assertThat(ended).containsExactly("nobody listens at 10.0.0.99:7000");
  }

  @Test
  void aNodeThatHasLinksEnoughDeclines() {
    b.welcomesSpare = false;
    dial(b, b.port);
    assertThat(b.links.links()).isEmpty();
    assertThat(ended).singleElement().asString().contains("has links enough");
    a.dial(b); // because it was told to: that is another matter
    world.run(1_000 * MS);
    assertThat(a.linkTo(b).isUp()).isTrue();
  }
}
