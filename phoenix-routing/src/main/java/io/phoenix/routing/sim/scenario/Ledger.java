package io.phoenix.routing.sim.scenario;

import io.phoenix.api.ResourceName;
import io.phoenix.routing.sim.scenario.Letter.Stream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who sent what and what of it has arrived. Letters of one stream are numbered, so one number per
 * stream tells whether the next one is right.
 */
final class Ledger {

  private static final class Account {
    long sent;

    /** None beyond this one has arrived. */
    long highest;

    /** Those up to the highest that have not arrived. */
    final NavigableSet<Long> skipped = new TreeSet<>();

    /** Takes a letter in any order; returns whether it has not arrived before. */
    boolean take(long number) {
      if (number <= highest) {
        return skipped.remove(number);
      }
      for (long missed = highest + 1; missed < number; missed++) {
        skipped.add(missed);
      }
      highest = number;
      return true;
    }

    long missing() {
      return sent - highest + skipped.size();
    }
  }

  private final boolean mayLose;
  private final boolean mayOvertake;
  private final Map<Stream, Account> accounts = new LinkedHashMap<>();
  private long sent;
  private long delivered;
  private long emptySent;
  private long emptyDelivered;

  /**
   * An empty ledger.
   *
   * @param mayLose whether nodes crash, so that letters may be missing; never doubled or overtaken
   * @param mayOvertake whether nodes are given up that are alive, so that letters to virtual nodes
   *     may overtake others; never be doubled or missing
   */
  Ledger(boolean mayLose, boolean mayOvertake) {
    this.mayLose = mayLose;
    this.mayOvertake = mayOvertake;
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
    long expected = account.highest + 1;
    if (number > account.sent) {
      return "was never sent: only " + account.sent + " were";
    }
    if (mayOvertake && !ResourceName.isResourceName(stream.target())) {
      boolean isNew = account.take(number);
      delivered += isNew ? 1 : 0;
      return isNew ? null : "arrived twice";
    }
    if (number < expected) {
      return "arrived twice, or too late: " + account.highest + " had arrived before";
    }
    if (number > expected && !mayLose) {
      return "arrived too early: number " + expected + " is still missing";
    }
    account.take(number);
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
          long open = account.missing();
          if (open > 0) {
            missing.add(
                "%s from node %d to %s: %d of %d"
                    .formatted(
                        stream.way(),
                        stream.sender(),
                        ResourceName.format(stream.target()),
                        open,
                        account.sent));
          }
        });
    if (missingEmpty() > 0) {
      missing.add(missingEmpty() + " empty messages");
    }
    return missing;
  }

  /** The letters that have not arrived, one by one. */
  List<Custody.Item> undelivered() {
    var undelivered = new ArrayList<Custody.Item>();
    accounts.forEach(
        (stream, account) -> {
          account.skipped.forEach(number -> undelivered.add(new Custody.Item(stream, number)));
          for (long number = account.highest + 1; number <= account.sent; number++) {
            undelivered.add(new Custody.Item(stream, number));
          }
        });
    return undelivered;
  }

  /** How many messages without payload have not arrived. */
  long missingEmpty() {
    return emptySent - emptyDelivered;
  }

  /** What is missing will never come: the run begins to count anew, from what has arrived. */
  void writeOffMissing() {
    for (Account account : accounts.values()) {
      account.highest = account.sent;
      account.skipped.clear();
    }
    emptySent = emptyDelivered;
  }
}
