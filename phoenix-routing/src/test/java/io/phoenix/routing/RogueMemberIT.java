package io.phoenix.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.OwnershipConflictException;
import io.phoenix.api.Phoenix;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.tls.ClusterAuthority;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.proto.Ownership;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a member with a real certificate can do to others: nothing that lasts. */
@Timeout(60)
class RogueMemberIT {
  private static final NodeConfig CONFIG =
      NodeConfig.of("rogue", 1024).withLeaveTimeout(Duration.ofMillis(200));
  private static final VirtualRange ALL = VirtualRange.of(0, 1024);

  @TempDir Path directory;
  private ClusterAuthority authority;
  private Node a;
  private Node b;
  private RogueMember rogue;

  @BeforeEach
  void open() {
    authority = ClusterAuthority.create(directory.resolve("authority"), "rogue");
    a = Phoenix.open(member("a"));
    b = Phoenix.open(member("b").withPorts(a.localPort().toString()));
    rogue = new RogueMember(member("rogue"));
    b.assume(ALL);
    await(() -> a.explain().owner(5).filter(o -> o.node() != null).isPresent());
  }

  @AfterEach
  void close() {
    rogue.close();
    b.close();
    a.close();
  }

  private NodeConfig member(String node) {
    return CONFIG.withSecurity(authority.issue(node).writeTo(directory.resolve(node)));
  }

  private static void await(BooleanSupplier condition) {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("the wait is over").isLessThan(deadlineNs);
      LockSupport.parkNanos(1_000_000);
    }
  }

  private void dialA() {
    rogue.dial(a.localPort());
    await(() -> rogue.up);
  }

  private void say(Ownership.Record record) {
    Controls.ownership(List.of(record)).forEach(rogue::say);
  }

  private void assertServed(Node by) throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      a.send(5, 1, new byte[] {(byte) i});
      Message message = by.recv(1, Duration.ofSeconds(20));
      assertThat(message).as("message %d to the owner", i).isNotNull();
    }
  }

  @Test
  void recordThatSomebodyElseHasLeftIsNotBelieved() throws Exception {
    dialA();
    say(
        Ownership.Record.newBuilder()
            .setNode(b.resourceName().value())
            .setVersion(1L << 40)
            .setLeft(true)
            .build());
    await(() -> rogue.ended != null);
    assertServed(b);
  }

  @Test
  void claimAtTheLastEpochIsNotBelieved() throws Exception {
    dialA();
    say(rogue.signed(claim(rogue.name(), Long.MAX_VALUE)));
    await(() -> rogue.ended != null);
    assertServed(b);
  }

  private static Ownership.Record claim(long node, long epoch) {
    return Ownership.Record.newBuilder()
        .setNode(node)
        .setVersion(1)
        .addClaims(Ownership.Record.Claim.newBuilder().setFirst(0).setEnd(1024).setEpoch(epoch))
        .build();
  }

  /**
   * A member may claim what another has: the higher epoch wins. But the other can claim it again.
   */
  @Test
  void claimAtTheHighestEpochThatIsBelievedCanBeOverbid() throws Exception {
    dialA();
    say(rogue.signed(claim(rogue.name(), System.currentTimeMillis() - 1000)));
    await(() -> a.explain().owner(5).filter(o -> o.epoch() > 1L << 40).isPresent());
    rogue.hangUp();
    await(() -> b.assumed().isEmpty());
    assertThatThrownBy(() -> b.recv(Duration.ofSeconds(1)))
        .isInstanceOf(OwnershipConflictException.class);
    b.assume(ALL);
    await(() -> a.explain().owner(5).filter(o -> b.resourceName().equals(o.node())).isPresent());
    assertServed(b);
  }

  @Test
  void nobodyIsTheSuccessorOfAnotherWithoutItsKey() throws Exception {
    dialA();
    Ownership.Record successor =
        claim(rogue.name(), 2).toBuilder().addFormer(b.resourceName().value()).build();
    say(rogue.signed(successor));
    await(() -> rogue.ended != null);
    assertServed(b);
  }

  @Test
  void helloWithTheNameOfAnotherIsRefused() throws Exception {
    dialA();
    await(() -> rogue.hasPassportOf(b.resourceName().value()));
    rogue.hangUp();
    await(rogue::hasHungUp); // what is told from now on is told of the next link
    rogue.dialAs(b.resourceName().value(), a.localPort());
    await(() -> rogue.ended != null || rogue.up);
    assertThat(rogue.up).isFalse();
    assertThat(rogue.ended).contains("is bound to another certificate than its own");
    assertServed(b);
  }

  @Test
  void sequenceNumberFarAheadCostsTheLinkAndNothingElse() throws Exception {
    dialA();
    rogue.say(
        Controls.routes(List.of(Controls.route(b.resourceName().value(), Long.MAX_VALUE - 1, 1)))
            .get(0));
    await(() -> rogue.ended != null);
    ResourceName name = b.resourceName();
    await(() -> a.explain().route(name).filter(r -> name.equals(r.nextHop())).isPresent());
    assertServed(b);
  }
}
