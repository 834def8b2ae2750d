package io.phoenix.routing.dsdv;

import io.phoenix.routing.collect.LongMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The neighbours whose links are up, by name and by slot. */
final class Neighbours {
  private final LongMap<Neighbour> byName = new LongMap<>();
  private final List<@Nullable Neighbour> bySlot = new ArrayList<>();

  @Nullable Neighbour get(long name) {
    return byName.get(name);
  }

  /** The neighbour of a slot that is in use. */
  Neighbour at(int slot) {
    return Objects.requireNonNull(bySlot.get(slot), "no neighbour has this slot");
  }

  Neighbour add(long name, int cost) {
    int slot = bySlot.indexOf(null);
    if (slot < 0) {
      slot = bySlot.size();
      bySlot.add(null);
    }
    Neighbour added = new Neighbour(name, slot, cost);
    bySlot.set(slot, added);
    byName.put(name, added);
    return added;
  }

  /** Its slot must hold no offers any more. */
  void remove(Neighbour gone) {
    byName.remove(gone.name);
    bySlot.set(gone.slot, null);
  }

  List<Neighbour> all() {
    List<Neighbour> all = new ArrayList<>(byName.size());
    for (Neighbour neighbour : bySlot) {
      if (neighbour != null) {
        all.add(neighbour);
      }
    }
    return all;
  }
}
