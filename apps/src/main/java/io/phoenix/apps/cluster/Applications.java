package io.phoenix.apps.cluster;

import io.phoenix.apps.terminal.UserError;
import io.phoenix.workstealing.Names;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The applications that nodes can run. */
public final class Applications {
  private Applications() {}

  /**
   * The application of that name.
   *
   * @throws UserError if there is none
   */
  public static NodeApplication named(String name) {
    var all = new TreeMap<String, NodeApplication>();
    for (NodeApplication application : ServiceLoader.load(NodeApplication.class)) {
      all.put(application.name(), application);
    }
    NodeApplication found = all.get(name);
    if (found == null) {
      throw new UserError(
          "no application is named '" + name + "'",
          Names.nearest(name, all.keySet())
              .map(nearest -> "did you mean '" + nearest + "'?")
              .orElse("there are: " + String.join(", ", all.keySet())));
    }
    return found;
  }
}
