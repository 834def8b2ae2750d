package io.phoenix.workstealing.task;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;

/**
 * Loads copies of {@link LongRecursion}, one for each class of computations. The virtual machine
 * records for each call in a method which classes are called there, and inlines the call if there
 * is only one. With a copy for each computation, applications in one process do not slow each other
 * down, and a job finds the code that was compiled for earlier jobs.
 */
final class HotClass {
  private static final String FILE = LongRecursion.class.getSimpleName() + ".class";

  /** The constructors of the copies; each is kept as long as the class that it is for. */
  private static final ClassValue<MethodHandle> COPIES =
      new ClassValue<>() {
        @Override
        protected MethodHandle computeValue(Class<?> computation) {
          return copy();
        }
      };

  private HotClass() {}

  /** Makes bursts for a computation. */
  static LongBurst.Maker copyFor(LongDivideAndConquer computation) {
    MethodHandle constructor = COPIES.get(computation.getClass());
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

  private static MethodHandle copy() {
    try {
      MethodHandles.Lookup copy = MethodHandles.lookup().defineHiddenClass(bytes(), true);
      return copy.findConstructor(
          copy.lookupClass(),
          MethodType.methodType(void.class, LongDivideAndConquer.class, LongStack.class));
    } catch (IOException | ReflectiveOperationException e) {
      throw new IllegalStateException("cannot load a copy of " + LongRecursion.class, e);
    }
  }

  private static byte[] bytes() throws IOException {
    try (InputStream in = LongRecursion.class.getResourceAsStream(FILE)) {
      return Objects.requireNonNull(in, FILE).readAllBytes();
    }
  }
}
