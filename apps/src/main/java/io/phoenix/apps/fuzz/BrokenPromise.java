package io.phoenix.apps.fuzz;

/** An input has had an effect that it must not have. */
final class BrokenPromise extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BrokenPromise(String message) {
    super(message);
  }

  static void unless(boolean kept, String otherwise) {
    if (!kept) {
      throw new BrokenPromise(otherwise);
    }
  }
}
