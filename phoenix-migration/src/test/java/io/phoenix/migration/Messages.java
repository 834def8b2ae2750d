package io.phoenix.migration;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.OwnershipToken;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Attempt;
import io.phoenix.migration.lock.LockMessage;
import io.phoenix.migration.lock.LockMessage.Cleanup;
import io.phoenix.migration.lock.LockMessage.CleanupAck;
import io.phoenix.migration.lock.LockMessage.Fail1;
import io.phoenix.migration.lock.LockMessage.Fail2;
import io.phoenix.migration.lock.LockMessage.Lock2;
import io.phoenix.migration.lock.LockMessage.LockYouFirst;
import io.phoenix.migration.lock.LockMessage.Ok1;
import io.phoenix.migration.lock.LockMessage.Ok2;
import io.phoenix.migration.lock.LockMessage.Query;
import io.phoenix.migration.lock.Standing;
import io.phoenix.migration.transfer.TransferMessage;
import io.phoenix.migration.transfer.TransferMessage.Abort;
import io.phoenix.migration.transfer.TransferMessage.Ask;
import io.phoenix.migration.transfer.TransferMessage.Assumed;
import io.phoenix.migration.transfer.TransferMessage.Credit;
import io.phoenix.migration.transfer.TransferMessage.Declined;
import io.phoenix.migration.transfer.TransferMessage.Handover;
import io.phoenix.migration.transfer.TransferMessage.Nothing;
import io.phoenix.migration.transfer.TransferMessage.Offer;
import io.phoenix.migration.transfer.TransferMessage.Take;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Arbitrary messages of every kind. */
public final class Messages {
  private Messages() {}

  private static Arbitrary<Attempt> attempts() {
    return Combinators.combine(
            Arbitraries.longs().lessOrEqual(-1), Arbitraries.longs().greaterOrEqual(1))
        .as((name, number) -> new Attempt(new ResourceName(name), number));
  }

  private static Arbitrary<VirtualRange> ranges() {
    return Combinators.combine(
            Arbitraries.longs().between(0, NodeConfig.MAX_SPACE),
            Arbitraries.longs().between(0, NodeConfig.MAX_SPACE))
        .filter((a, b) -> !a.equals(b))
        .as((a, b) -> VirtualRange.of(Math.min(a, b), Math.max(a, b)));
  }

  private static Arbitrary<Standing> standings() {
    return Combinators.combine(Arbitraries.doubles().greaterOrEqual(0), Arbitraries.of(true, false))
        .as(Standing::new);
  }

  /** Reasons that fit into a message. */
  private static Arbitrary<String> reasons() {
    return Arbitraries.strings().ofMaxLength(100);
  }

  /** Lock messages. */
  public static Arbitrary<LockMessage> ofLocks() {
    return Arbitraries.<LockMessage>oneOf(
        attempts().map(Query::new),
        Combinators.combine(attempts(), ranges()).as(LockYouFirst::new),
        Combinators.combine(attempts(), ranges()).as(Lock2::new),
        Combinators.combine(attempts(), ranges(), standings()).as(Ok1::new),
        Combinators.combine(attempts(), standings()).as(Ok2::new),
        attempts().map(Fail1::new),
        attempts().map(Fail2::new),
        attempts().map(Cleanup::new),
        attempts().map(CleanupAck::new));
  }

  /** Messages of transfers. */
  public static Arbitrary<TransferMessage> ofTransfers() {
    var weights = Arbitraries.oneOf(Arbitraries.doubles(), Arbitraries.of(Double.NaN));
    var tokens =
        Combinators.combine(ranges(), Arbitraries.longs().greaterOrEqual(0))
            .as(OwnershipToken::new);
    return Arbitraries.<TransferMessage>oneOf(
        Combinators.combine(attempts(), ranges().injectNull(0.2), weights).as(Take::new),
        Combinators.combine(attempts(), reasons()).as(Nothing::new),
        Combinators.combine(attempts(), ranges()).as(Offer::new),
        Combinators.combine(attempts(), Arbitraries.longs().greaterOrEqual(0)).as(Credit::new),
        Combinators.combine(attempts(), tokens).as(Handover::new),
        Combinators.combine(attempts(), reasons()).as(Abort::new),
        attempts().map(Assumed::new),
        Combinators.combine(attempts(), reasons()).as(Declined::new),
        attempts().map(Ask::new));
  }
}
