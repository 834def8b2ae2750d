package io.phoenix.routing.sim.scenario;

import io.phoenix.api.ResourceName;
import io.phoenix.routing.sim.scenario.Letter.Stream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who sent what and what of it has arrived. Letters of one stream are numbered, so one number per
 * stream tells whether the next one is right.
 */
final class Ledger {

  private static final class Account {
    long sent;
    long delivered;
  }

  private final boolean mayLose;
  private final Map<Stream, Account> accounts = new LinkedHashMap<>();
  private long sent;
  private long delivered;
  private long emptySent;
  private long emptyDelivered;

  /**
   * An empty ledger.
   *
   * @param mayLose whether nodes crash, so that letters may be missing; never doubled or overtaken
   */
  Ledger(boolean mayLose) {
    this.mayLose = mayLose;
  }

  private Account account(Stream stream) {
    return accounts.computeIfAbsent(stream, s -> new Account());
  }

  /** Counts a letter as sent and returns its number. */
  long onSent(Stream stream) {
    sent++;
    return ++account(stream).sent;
  }

  /** The letter that was counted last was not accepted after all. */
  void onRefused(Stream stream) {
    sent--;
    account(stream).sent--;
  }

  /** A letter arrived; returns what is wrong with that, or {@code null}. */
  @Nullable String onDelivered(Letter letter, Stream stream) {
    Account account = account(stream);
    long number = letter.number();
    long expected = account.delivered + 1;
    if (number > account.sent) {
      return "was never sent: only " + account.sent + " were";
    }
    if (number < expected) {
      return "arrived twice, or too late: " + account.delivered + " had arrived before";
    }
    if (number > expected && !mayLose) {
      return "arrived too early: number " + expected + " is still missing";
    }
    account.delivered = number;
    delivered++;
    return null;
  }

  /** Messages without any payload are only counted. */
  void onEmptySent() {
    emptySent++;
  }

  void onEmptyRefused() {
    emptySent--;
  }

  /** A message without payload arrived; returns what is wrong with that, or {@code null}. */
  @Nullable String onEmptyDelivered() {
    return ++emptyDelivered > emptySent ? "more arrived than were sent: " + emptySent : null;
  }

  long sent() {
    return sent + emptySent;
  }

  long delivered() {
    return delivered + emptyDelivered;
  }

  /** Streams with letters that have not arrived. */
  List<String> missing() {
    var missing = new ArrayList<String>();
    accounts.forEach(
        (stream, account) -> {
          if (account.delivered < account.sent) {
            missing.add(
                "%s from node %d to %s: %d of %d"
                    .formatted(
                        stream.way(),
                        stream.sender(),
                        ResourceName.format(stream.target()),
                        account.sent - account.delivered,
                        account.sent));
          }
        });
    if (emptyDelivered < emptySent) {
      missing.add((emptySent - emptyDelivered) + " empty messages");
    }
    return missing;
  }

  /** What is missing will never come: the run begins to count anew, from what has arrived. */
  void writeOffMissing() {
    for (Account account : accounts.values()) {
      account.delivered = account.sent;
    }
    emptySent = emptyDelivered;
  }
}
