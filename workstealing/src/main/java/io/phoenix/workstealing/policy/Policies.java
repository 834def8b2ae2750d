package io.phoenix.workstealing.policy;

import io.phoenix.workstealing.Names;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** Finds policies by their names, or by the names of their classes. */
public final class Policies {
  private Policies() {}

  /** All policies that can be found by name. */
  public static Map<String, StealPolicy> all() {
    Map<String, StealPolicy> found = new TreeMap<>();
    for (StealPolicy policy : ServiceLoader.load(StealPolicy.class)) {
      found.put(policy.name(), policy);
    }
    return found;
  }

  /**
   * A policy.
   *
   * @param name its name, or that of a class with a public constructor without parameters
   * @throws IllegalArgumentException if there is none; the message says which there are
   */
  public static StealPolicy find(String name) {
    Map<String, StealPolicy> all = all();
    StealPolicy policy = all.get(name);
    if (policy != null) {
      return policy;
    }
    if (!name.contains(".")) {
      throw new IllegalArgumentException(Names.unknown("policy", name, all.keySet()));
    }
    try {
      // The name may come from another node: no class runs code of its own before it is known to be
      // a policy.
      return Class.forName(name, false, loader())
          .asSubclass(StealPolicy.class)
          .getConstructor()
          .newInstance();
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      throw new IllegalArgumentException("the class " + name + " is no policy: " + e, e);
    }
  }

  private static ClassLoader loader() {
    ClassLoader own = Thread.currentThread().getContextClassLoader();
    return own != null ? own : Policies.class.getClassLoader();
  }
}
