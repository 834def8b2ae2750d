package io.phoenix.routing.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.phoenix.api.EmbeddedCluster;
import io.phoenix.api.Node;
import io.phoenix.api.OwnershipConflictException;
import io.phoenix.api.OwnershipListener;
import io.phoenix.api.Phoenix;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two nodes assume the same virtual node: the one that loses it is told, once, and goes on. */
@Timeout(60)
class ConflictTest {
  private final EmbeddedCluster cluster = Phoenix.embedded(2, 2);
  private final Node winner = cluster.node(0);
  private final Node loser = cluster.node(1);

  @AfterEach
  void close() {
    cluster.close();
  }

  /** Lets the winner assume what the loser has; returns when the loser knows. */
  private void take() throws InterruptedException {
    var lost = new CountDownLatch(1);
    loser.addOwnershipListener(
        new OwnershipListener() {
          @Override
          public void onOwner(VirtualRange range, @Nullable ResourceName owner, long epoch) {}

          @Override
          public void onConflict(VirtualRange range, ResourceName other) {
            lost.countDown();
          }
        });
    winner.assume(VirtualRange.single(1));
    assertThat(lost.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void recvThatWaitsThrowsAndNamesTheOther() throws Exception {
    CompletableFuture<Object> receiving = CompletableFuture.supplyAsync(this::receive);
    winner.assume(VirtualRange.single(1));
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> receiving.get(30, TimeUnit.SECONDS))
        .withCauseInstanceOf(OwnershipConflictException.class)
        .withMessageContaining(loser.resourceName().toString())
        .withMessageContaining(winner.resourceName().toString())
        .withMessageContaining("[1, 2)");
  }

  private Object receive() {
    try {
      return loser.recv();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void recvThatComesLaterThrowsOnceAndThenReceivesAgain() throws Exception {
    take();
    assertThatExceptionOfType(OwnershipConflictException.class)
        .isThrownBy(() -> loser.recv(Duration.ofSeconds(30)));
    winner.send(loser.resourceName(), 7, new byte[0]);
    assertThat(loser.recv().tag()).isEqualTo(7);
  }

  @Test
  void pollThrowsToo() throws Exception {
    take();
    assertThatExceptionOfType(OwnershipConflictException.class).isThrownBy(loser::poll);
    assertThat(loser.poll()).isNull();
  }
}
