package io.phoenix.workstealing.steal;

import java.util.List;

/** What a site has, for tests that check it from outside. */
public final class Holdings {
  private Holdings() {}

  /** A subcomputation that lives here. */
  public record Held(StealId id, long address, long victim) {}

  /** A task that was stolen from here; whoever has it lives at the virtual node {@code thief}. */
  public record Lent(StealId id, long thief) {}

  /** The subcomputations of a site. */
  public static List<Held> held(Site site) {
    return site.subcomputations().stream().map(s -> new Held(s.id, s.address, s.victim)).toList();
  }

  /** What was stolen from a site, and has not come back. */
  public static List<Lent> lent(Site site) {
    return site.subcomputations().stream()
        .flatMap(s -> s.assigned.entrySet().stream())
        .map(entry -> new Lent(entry.getKey(), entry.getValue().thief()))
        .toList();
  }
}
