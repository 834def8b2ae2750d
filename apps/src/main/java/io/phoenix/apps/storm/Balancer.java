package io.phoenix.apps.storm;

import io.phoenix.api.Node;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.Migration;
import io.phoenix.migration.MigrationListener;
import io.phoenix.migration.MigrationSettings;
import io.phoenix.migration.Operation;
import io.phoenix.migration.transfer.Move;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Moves boundaries by the migration protocol: each time, the work of this node's virtual nodes
 * changes at random, and it balances with its neighbours.
 */
final class Balancer implements Mover {
  /** A virtual node may come to weigh so many times as much as another one. */
  private static final double MOST = 4;

  private final ResourceName self;
  private final SplittableRandom random;
  private final Migration migration;
  private final Recurring times;
  private @Nullable Operation balancing;
  private double weight = 1;
  private long moves;
  private long balances;

  Balancer(Node node, StreamState state, SplittableRandom random) {
    this.self = node.resourceName();
    this.random = random;
    this.times = new Recurring(node.loop(), random, this::onBalanceTimeout);
    migration = Migration.on(node, state, MigrationSettings.defaults().withWeights(this::weightOf));
    migration.addListener(
        new MigrationListener() {
          @Override
          public void onMoved(Move move) {
            if (move.result() == Move.Result.MOVED && move.from().equals(self)) {
              moves++;
            }
          }
        });
  }

  Migration migration() {
    return migration;
  }

  private double weightOf(VirtualRange range) {
    return weight * range.size();
  }

  @Override
  public void begin(List<ResourceName> everybody, double perSecond) {
    times.begin(perSecond);
  }

  @Override
  public void stop() {
    times.stop();
  }

  private void onBalanceTimeout() {
    if (!isBalancing()) {
      weight = random.nextDouble(1, MOST);
      Operation begun = migration.balance();
      balancing = begun;
      var unused =
          begun
              .report()
              .thenAccept(
                  report -> {
                    if (report.reached()) {
                      balances++;
                    }
                  });
    }
  }

  private boolean isBalancing() {
    return balancing != null && !balancing.report().isDone();
  }

  @Override
  public long moves() {
    return moves;
  }

  @Override
  public long balances() {
    return balances;
  }

  @Override
  public boolean isBusy() {
    return isBalancing() || !migration.isAtRest();
  }
}
