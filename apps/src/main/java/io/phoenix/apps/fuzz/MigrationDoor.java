package io.phoenix.apps.fuzz;

import static io.phoenix.apps.fuzz.Neighbourhood.SECOND;

import io.phoenix.api.OwnershipToken;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.Migration;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.lock.LockCodec;
import io.phoenix.migration.lock.LockMessage;
import io.phoenix.migration.lock.Standing;
import io.phoenix.migration.state.MigratingState;
import io.phoenix.migration.transfer.TransferCodec;
import io.phoenix.migration.transfer.TransferMessage;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Messages of migration: afterwards the victim is at rest and has what it had, and a boundary can
 * still be moved.
 */
final class MigrationDoor implements FuzzDoor {
  // As in io.phoenix.migration.Tags, which is nobody else's business.
  private static final int LOCK = -7001;
  private static final int TRANSFER = -7002;
  private static final int PROBE = -7003;
  private static final int LOAD = -7004;
  private static final int ORDERED = Integer.MAX_VALUE - 1;
  private static final int CHUNK = Integer.MAX_VALUE;
  private static final List<Integer> TAGS = List.of(LOCK, TRANSFER, PROBE, LOAD, ORDERED, CHUNK);
  private static final byte TAKE = 1;

  @Override
  public String name() {
    return "migration";
  }

  @Override
  public String what() {
    return "messages of migration: locks, transfers, probes";
  }

  @Override
  public int trialInputs() {
    return 50_000;
  }

  @Override
  public Trial open(long seed) {
    return new Moving(new Neighbourhood(seed));
  }

  private static final class Moving extends MessageTrial {
    private final Migration migration;

    Moving(Neighbourhood neighbourhood) {
      super(neighbourhood, TAGS);
      migration = Migration.on(neighbourhood.victim, MigratingState.none());
      for (ResourceName name :
          List.of(sender.resourceName(), neighbourhood.victim.resourceName())) {
        addMessages(new Attempt(name, 1));
        addMessages(new Attempt(name, 7));
      }
      add(PROBE, new byte[Long.BYTES]);
      add(LOAD, ByteBuffer.allocate(33).putLong(1).putLong(300).putLong(600).putDouble(1).array());
      add(CHUNK, new byte[100]);
    }

    private void addMessages(Attempt attempt) {
      VirtualRange mine = VirtualRange.of(Neighbourhood.INTRUDER_FROM, Neighbourhood.SPACE);
      VirtualRange victims = VirtualRange.of(300, 600);
      Standing standing = new Standing(1, false);
      for (LockMessage m :
          List.of(
              new LockMessage.Query(attempt),
              new LockMessage.LockYouFirst(attempt, mine),
              new LockMessage.Lock2(attempt, victims),
              new LockMessage.Ok1(attempt, mine, standing),
              new LockMessage.Ok2(attempt, standing),
              new LockMessage.Fail1(attempt),
              new LockMessage.Fail2(attempt),
              new LockMessage.Cleanup(attempt),
              new LockMessage.CleanupAck(attempt))) {
        add(LOCK, LockCodec.encode(m));
      }
      for (TransferMessage m :
          List.of(
              new TransferMessage.Nothing(attempt, "no"),
              new TransferMessage.Offer(attempt, mine),
              new TransferMessage.Credit(attempt, 1 << 20),
              new TransferMessage.Handover(attempt, new OwnershipToken(mine, 3)),
              new TransferMessage.Abort(attempt, "why"),
              new TransferMessage.Assumed(attempt),
              new TransferMessage.Declined(attempt, "why"),
              new TransferMessage.Ask(attempt))) {
        add(TRANSFER, TransferCodec.encode(m));
        add(ORDERED, TransferCodec.encode(m));
      }
    }

    /** To take a range is a member's right; the node that it is would have to be a real one. */
    @Override
    boolean isLie(int tag, byte[] payload) {
      if ((tag != TRANSFER && tag != ORDERED) || payload.length == 0 || payload[0] != TAKE) {
        return false;
      }
      try {
        return TransferCodec.decode(ByteBuffer.wrap(payload)) != null;
      } catch (RuntimeException e) {
        return false;
      }
    }

    @Override
    public void check() {
      super.check();
      BrokenPromise.unless(migration.isAtRest(), "the victim is not at rest");
      neighbourhood.world.runFor(SECOND);
    }
  }
}
