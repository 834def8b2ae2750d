package io.phoenix.workstealing.task;

import io.phoenix.workstealing.LongDivideAndConquer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;

/**
 * Loads a copy of {@link LongRecursion}. The virtual machine learns of each call in a method which
 * classes it meets there, and makes one class fast. With one copy for each job, jobs of different
 * applications in one process do not slow each other down.
 */
final class HotClass {
  private static final String FILE = LongRecursion.class.getSimpleName() + ".class";

  private HotClass() {}

  /** Makes bursts for one job. */
  static LongBurst.Maker copyFor(LongDivideAndConquer computation) {
    MethodHandle constructor;
    try {
      MethodHandles.Lookup copy = MethodHandles.lookup().defineHiddenClass(bytes(), true);
      constructor =
          copy.findConstructor(
              copy.lookupClass(),
              MethodType.methodType(void.class, LongDivideAndConquer.class, LongStack.class));
    } catch (IOException | ReflectiveOperationException e) {
      throw new IllegalStateException("cannot load a copy of " + LongRecursion.class, e);
    }
    return pool -> {
      try {
        return (LongBurst) constructor.invoke(computation, pool);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException("cannot make a " + LongRecursion.class, e);
      }
    };
  }

  private static byte[] bytes() throws IOException {
    try (InputStream in = LongRecursion.class.getResourceAsStream(FILE)) {
      return Objects.requireNonNull(in, FILE).readAllBytes();
    }
  }
}
