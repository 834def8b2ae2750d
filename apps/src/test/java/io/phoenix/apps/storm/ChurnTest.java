package io.phoenix.apps.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How many nodes come and go. */
class ChurnTest {
  private static final StormSettings SETTINGS = StormSettings.of(4, 1).withChurn();

  /** A machine so slow that no node that is started ever takes part. */
  private static final class SlowMachine implements StormWorld {
    private final FakeCluster nodes = new FakeCluster(SETTINGS, FakeCluster::honest);
    private int starting;
    private int leaving;

    @Override
    public List<StormMember> members() {
      return nodes.members().subList(leaving, SETTINGS.nodes());
    }

    @Override
    public CompletableFuture<StormMember> join() {
      starting++;
      return new CompletableFuture<>();
    }

    @Override
    public CompletableFuture<StormReport> leave(StormMember member) {
      leaving++;
      return new CompletableFuture<>();
    }

    @Override
    public void admit(StormMember newcomer) {}

    @Override
    public boolean mayLeave(StormMember member) {
      return true;
    }

    @Override
    public void forget(int index) {}

    @Override
    public long nowNs() {
      return 0;
    }

    @Override
    public void pass(Duration time) {}

    @Override
    public <T> T await(CompletableFuture<T> answer) {
      return answer.join();
    }

    @Override
    public void close() {}
  }

  @Test
  void nodesThatAreStillStartingCount() {
    var world = new SlowMachine();
    var churn = new Churn(world, SETTINGS);
    churn.begin(0);
    churn.onTick(Duration.ofMinutes(10).toNanos());
    assertThat(world.members()).hasSize(SETTINGS.fewestNodes());
    assertThat(world.members().size() + world.starting).isEqualTo(SETTINGS.mostNodes());
  }
}
