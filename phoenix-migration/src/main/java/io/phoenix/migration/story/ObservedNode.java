package io.phoenix.migration.story;

import io.phoenix.api.Node;
import io.phoenix.api.OwnershipToken;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/** A node that tells under which tokens its migration releases and assumes ranges. */
final class ObservedNode {
  private ObservedNode() {}

  /**
   * Puts itself before a node.
   *
   * @param onRelease hears of what was released
   * @param onAssume hears of what is going to be assumed
   */
  static Node of(Node node, Consumer<OwnershipToken> onRelease, Consumer<OwnershipToken> onAssume) {
    return (Node)
        Proxy.newProxyInstance(
            Node.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (proxy, method, arguments) -> {
              if (arguments != null && arguments[0] instanceof OwnershipToken token) {
                onAssume.accept(token);
              }
              try {
                Object result = method.invoke(node, arguments);
                if (result instanceof OwnershipToken token) {
                  onRelease.accept(token);
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
