package io.phoenix.migration.transfer;

import io.phoenix.api.ResourceName;
import io.phoenix.migration.lock.Attempt;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a sink remembers of transfers that are over, to answer a source in doubt. Bounded: once it
 * has had to forget something, it no longer concludes from not remembering that nothing happened.
 */
final class Outcomes {
  private static final int MOST = 4096;

  enum Outcome {
    ASSUMED,
    NOT_ASSUMED,
    FORGOTTEN
  }

  private record Key(Attempt attempt, ResourceName source) {}

  private final Map<Key, Boolean> assumed =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Boolean> eldest) {
          return isTooLong(size());
        }
      };

  private boolean forgetful;

  void remember(Attempt attempt, ResourceName source, boolean wasAssumed) {
    assumed.put(new Key(attempt, source), wasAssumed);
  }

  boolean isRemembered(Attempt attempt, ResourceName source) {
    return assumed.containsKey(new Key(attempt, source));
  }

  Outcome of(Attempt attempt, ResourceName source) {
    Boolean outcome = assumed.get(new Key(attempt, source));
    if (outcome != null) {
      return outcome ? Outcome.ASSUMED : Outcome.NOT_ASSUMED;
    }
    return forgetful ? Outcome.FORGOTTEN : Outcome.NOT_ASSUMED;
  }

  private boolean isTooLong(int size) {
    forgetful |= size > MOST;
    return size > MOST;
  }
}
