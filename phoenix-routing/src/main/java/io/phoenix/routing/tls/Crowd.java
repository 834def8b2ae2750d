package io.phoenix.routing.tls;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Those who have connected and not yet proved who they are. There are never more than a bound in
 * all, and never more than another bound from one address. Where one more would be too many, the
 * address that has the most loses its oldest: a flood drives out its own, and a member that comes
 * from elsewhere stays. A member at the same address as a flood is through in milliseconds, while
 * strangers stay for seconds.
 */
final class Crowd {
  private final int most;
  private final int mostPerAddress;
  private final Map<String, Set<Guest>> byAddress = new LinkedHashMap<>();
  private int size;

  /** One of them. */
  interface Guest {
    /** Where it comes from, without its port. */
    String address();

    /** There was no room; it is no longer in the crowd. Frees everything at once. */
    void onEvicted(long nowNs);
  }

  Crowd(int most, int mostPerAddress) {
    this.most = most;
    this.mostPerAddress = mostPerAddress;
  }

  int size() {
    return size;
  }

  void add(Guest guest, long nowNs) {
    Set<Guest> same = byAddress.getOrDefault(guest.address(), Set.of());
    if (same.size() >= mostPerAddress) {
      evictOldest(same, nowNs);
    } else if (size >= most) {
      evictOldest(largest(), nowNs);
    }
    if (byAddress.computeIfAbsent(guest.address(), a -> new LinkedHashSet<>()).add(guest)) {
      size++;
    }
  }

  /** Does nothing if the guest is not there. */
  void remove(Guest guest) {
    Set<Guest> same = byAddress.get(guest.address());
    if (same != null && same.remove(guest)) {
      size--;
      if (same.isEmpty()) {
        byAddress.remove(guest.address());
      }
    }
  }

  /** Makes all of them go. */
  void evictAll(long nowNs) {
    while (size > 0) {
      evictOldest(largest(), nowNs);
    }
  }

  private Set<Guest> largest() {
    return byAddress.values().stream().max(Comparator.comparingInt(Set::size)).orElseThrow();
  }

  private void evictOldest(Set<Guest> guests, long nowNs) {
    Guest oldest = guests.iterator().next();
    remove(oldest);
    oldest.onEvicted(nowNs);
  }
}
