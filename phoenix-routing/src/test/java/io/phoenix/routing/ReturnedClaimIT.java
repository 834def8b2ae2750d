package io.phoenix.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.OwnershipConflictException;
import io.phoenix.api.Phoenix;
import io.phoenix.api.VirtualRange;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Over TCP: a node returns with a log after somebody else has assumed its range. */
@Timeout(60)
class ReturnedClaimIT {
  private static final VirtualRange RANGE = VirtualRange.all(64);
  private static final NodeConfig CONFIG = NodeConfig.of("returned-claim-it", 64);

  @RepeatedTest(5) // it was a coin toss
  void whoAssumedItMeanwhileKeepsItAndGetsWhatWasInTheLog(@TempDir Path dir)
      throws InterruptedException {
    Path log = dir.resolve("log");
    try (Node other = Phoenix.open(CONFIG)) {
      NodeConfig config = CONFIG.withPorts(other.localPort().toString());
      Node leaver = Phoenix.open(config);
      leaver.assume(RANGE);
      leaver.send(7, 1, new byte[3]); // is delivered, and not received
      leaver.leave(log);
      other.assume(RANGE);
      try (Node back = Phoenix.open(config, log)) {
        var message = other.recv(Duration.ofSeconds(20));
        assertThat(message).isNotNull();
        assertThat(message.payload()).hasSize(3);
        assertThatThrownBy(() -> back.recv(Duration.ofSeconds(20)))
            .isInstanceOf(OwnershipConflictException.class);
        assertThat(back.assumed().isEmpty()).isTrue();
        assertThat(other.assumed().contains(7)).isTrue();
      }
    }
  }
}
