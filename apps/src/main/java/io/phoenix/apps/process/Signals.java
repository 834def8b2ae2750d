package io.phoenix.apps.process;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.IntConsumer;

/**
 * Signals to this process, without which Java ends on the first one and ignores the second. {@code
 * sun.misc.Signal} is the JDK's only way to them, and compilers warn of it: so it is used by name.
 */
final class Signals {
  private Signals() {}

  /** What asks a process to end. */
  enum Signal {
    TERM,
    INT,
    HUP
  }

  /**
   * Calls {@code handler} with the signal's number each time it comes. One that this process was
   * told to ignore when it was started, as nohup does, stays ignored.
   */
  static void handle(Signal signal, IntConsumer handler) {
    try {
      Class<?> signalClass = Class.forName("sun.misc.Signal");
      Class<?> handlerClass = Class.forName("sun.misc.SignalHandler");
      Object raised = signalClass.getConstructor(String.class).newInstance(signal.name());
      int number = (int) signalClass.getMethod("getNumber").invoke(raised);
      Object proxy =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {handlerClass},
              (self, method, arguments) -> {
                if (method.getDeclaringClass() == Object.class) {
                  return method.invoke(handler, arguments);
                }
                handler.accept(number);
                return null;
              });
      signalClass.getMethod("handle", signalClass, handlerClass).invoke(null, raised, proxy);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(
          "cannot wait for SIG" + signal + "; was the JVM started with -Xrs?", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JVM has no sun.misc.Signal: use a JDK from 17 on", e);
    }
  }
}
