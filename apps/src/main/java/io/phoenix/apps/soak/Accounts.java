package io.phoenix.apps.soak;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Holds what was received against what was sent, stream by stream. A stream is all that one sender
 * sends in one lane to one virtual node: its messages 1, 2, 3, … must be received once each, and in
 * this order, whichever nodes the virtual node is at meanwhile.
 *
 * <p>Entries come in the order of time. A node notes a message before it sends it, and after it has
 * received it and before it releases the virtual node: so the order of the entries is that of the
 * events.
 */
final class Accounts {
  /** Of the things that went wrong, so many are told in words. */
  private static final int TOLD = 10;

  private final Map<Long, Account> accounts = new HashMap<>();
  private final List<String> told = new ArrayList<>();
  private long sent;
  private long received;
  private long duplicated;
  private long outOfOrder;
  private long unsent;

  private static final class Account {
    final int stream;
    final int v;
    int lastSent;

    /** When those were sent that have not been received, and that nothing later has passed. */
    final Deque<Long> pending = new ArrayDeque<>();

    final List<Loss> passed = new ArrayList<>();

    /** The numbers of {@link #passed}. */
    final Set<Integer> missing = new HashSet<>();

    Account(int stream, int v) {
      this.stream = stream;
      this.v = v;
    }

    int firstPending() {
      return lastSent - pending.size() + 1;
    }
  }

  /** Takes note of what happened next. */
  void onEntry(JournalEntry entry) {
    Account account =
        accounts.computeIfAbsent(
            ((long) entry.stream() << 32) | entry.v(),
            key -> new Account(entry.stream(), entry.v()));
    switch (entry.kind()) {
      case SENT -> {
        sent++;
        account.lastSent++;
        account.pending.addLast(entry.timeNs());
        if (account.lastSent != entry.number()) {
          throw new IllegalStateException(entry + " does not follow number " + account.lastSent);
        }
      }
      case REFUSED -> {
        sent--;
        account.lastSent--;
        account.pending.removeLast();
      }
      case RECEIVED -> onReceived(account, entry);
    }
  }

  private void onReceived(Account account, JournalEntry entry) {
    int number = entry.number();
    if (number > account.lastSent) {
      unsent++;
      tell(entry, "was never sent");
      return;
    }
    if (number < account.firstPending()) {
      if (account.missing.remove(number)) {
        received++;
        outOfOrder++;
        account.passed.removeIf(loss -> loss.number() == number);
        tell(entry, "came after a later one");
      } else {
        duplicated++;
        tell(entry, "came twice");
      }
      return;
    }
    received++;
    while (account.firstPending() < number) {
      int lost = account.firstPending();
      long sentNs = account.pending.removeFirst();
      account.missing.add(lost);
      account.passed.add(new Loss(account.stream, account.v, lost, sentNs, entry.timeNs()));
    }
    account.pending.removeFirst();
  }

  private void tell(JournalEntry entry, String what) {
    if (told.size() < TOLD) {
      told.add(new Loss(entry.stream(), entry.v(), entry.number(), 0, 0) + " " + what);
    }
  }

  /** The messages that have not been received so far, in the order in which they were sent. */
  List<Loss> missing() {
    List<Loss> missing = new ArrayList<>();
    for (Account account : accounts.values()) {
      missing.addAll(account.passed);
      int number = account.firstPending();
      for (long sentNs : account.pending) {
        missing.add(new Loss(account.stream, account.v, number++, sentNs, Long.MAX_VALUE));
      }
    }
    missing.sort(Comparator.comparingLong(Loss::sentNs));
    return missing;
  }

  long sent() {
    return sent;
  }

  long received() {
    return received;
  }

  long duplicated() {
    return duplicated;
  }

  long outOfOrder() {
    return outOfOrder;
  }

  /** Received without having been sent. */
  long unsent() {
    return unsent;
  }

  /** What went wrong, in words, as far as it is not a loss; the first few. */
  List<String> told() {
    return List.copyOf(told);
  }
}
