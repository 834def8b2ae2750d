package io.phoenix.routing.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Explanation;
import io.phoenix.api.Port;
import io.phoenix.api.ResourceName;
import io.phoenix.routing.wire.AckHeader;
import io.phoenix.routing.wire.DataHeader;
import io.phoenix.routing.wire.ProbeHeader;
import io.phoenix.routing.wire.proto.Control;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A node that consists of its links, and that checks the order of what they tell. */
final class TestNode implements LinkEvents {
  final long name;
  final Port port;
  final HandWorld world;
  final Links links;
  final List<String> events = new ArrayList<>();
  final List<Integer> tags = new ArrayList<>();
  int costs;
  boolean welcomesSpare = true;
  Consumer<Link> onUp = link -> {};
  Consumer<Link> onDown = link -> {};
  Consumer<Link> onData = link -> {};
  private final Map<Long, Link> up = new HashMap<>();

  TestNode(HandWorld world, long name) {
    this(world, name, UnaryOperator.identity());
  }

  TestNode(HandWorld world, long name, UnaryOperator<LinkSettings> change) {
    this.world = world;
    this.name = name;
    this.port = port(name);
    LinkSettings usual =
        LinkSettings.of("app", 1000, name, 1000 * HandWorld.MS, 5000 * HandWorld.MS);
    links =
        new Links(
            change.apply(usual),
            world.transport("10.0.0." + -name),
            world.timers(),
            new SplittableRandom(name),
            this);
    links.listen(port, world.nowNs);
  }

  static Port port(long name) {
    return new Port("10.0.0." + -name, 7000);
  }

  void dial(TestNode other) {
    dial(other.port);
  }

  void dial(Port other) {
    links.addPort(other, world.nowNs);
  }

  Link linkTo(TestNode other) {
    Link link = links.link(other.name);
    assertThat(link).as("link from %s to %s", name, other.name).isNotNull();
    return link;
  }

  Explanation.PortState portState() {
    return links.explainPorts(world.nowNs).get(0);
  }

  @Override
  public void onLinkUp(Link link, long nowNs) {
    assertThat(up.put(link.peer(), link)).as("another link is up at the same time").isNull();
    assertThat(link.isUp()).isTrue();
    assertThat(link.rttNs()).isPositive();
    assertThat(links.link(link.peer())).isSameAs(link);
    events.add("up " + ResourceName.format(link.peer()));
    onUp.accept(link);
  }

  @Override
  public boolean welcomesSpare(long peer) {
    return welcomesSpare;
  }

  @Override
  public void onLinkDown(Link link, String reason, long nowNs) {
    assertThat(up.remove(link.peer())).as("the link that goes down was up").isSameAs(link);
    assertThat(link.isUp()).isFalse();
    assertThat(links.link(link.peer())).isNull();
    events.add("down " + ResourceName.format(link.peer()) + ": " + reason);
    onDown.accept(link);
  }

  @Override
  public void onLinkCost(Link link, long nowNs) {
    assertThat(up).containsValue(link);
    costs++;
  }

  @Override
  public void onControl(Link link, Control message, long nowNs) {
    assertThat(up).containsValue(link);
    events.add("control " + message.getKindCase());
  }

  @Override
  public void onData(Link link, DataHeader header, ByteBuffer payload, long nowNs) {
    assertThat(up).containsValue(link);
    tags.add(header.tag);
    onData.accept(link);
  }

  @Override
  public void onAck(Link link, AckHeader header, long nowNs) {
    assertThat(up).containsValue(link);
    events.add("ack " + header.ackSeq);
  }

  @Override
  public void onProbe(Link link, ProbeHeader header, long nowNs) {
    assertThat(up).containsValue(link);
    events.add("probe " + header.nonce);
  }
}
