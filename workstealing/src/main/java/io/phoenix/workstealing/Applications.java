package io.phoenix.workstealing;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The applications that a node has, by name. */
public final class Applications {
  private final Map<String, Application> byName = new TreeMap<>();

  private Applications(Iterable<? extends Application> applications) {
    for (Application application : applications) {
      Application other = byName.put(application.name(), application);
      if (other != null) {
        throw new IllegalArgumentException(
            "%s and %s are both named '%s'"
                .formatted(application.getClass(), other.getClass(), application.name()));
      }
    }
  }

  /** These. */
  public static Applications of(Application... applications) {
    return of(List.of(applications));
  }

  /** These. */
  public static Applications of(Collection<? extends Application> applications) {
    return new Applications(applications);
  }

  /** All that are listed in files {@code META-INF/services/io.phoenix.workstealing.Application}. */
  public static Applications installed() {
    return new Applications(ServiceLoader.load(Application.class));
  }

  /** Their names. */
  public Collection<String> names() {
    return byName.keySet();
  }

  /**
   * The application of a name.
   *
   * @throws IllegalArgumentException if there is none; the message says which may have been meant
   */
  public Application find(String name) {
    Application found = byName.get(name);
    if (found == null) {
      throw new IllegalArgumentException(Names.unknown("application", name, byName.keySet()));
    }
    return found;
  }

  /** The work that a job asks for. */
  public Work<?> work(JobSpec spec) {
    return find(spec.application()).work(spec.arguments());
  }
}
