package io.phoenix.apps.fuzz;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A door with everything behind it, for a number of inputs. Each method throws {@link
 * BrokenPromise}, or whatever came out of the code under test, if a promise is broken.
 */
interface Trial extends AutoCloseable {

  /** Valid inputs, to be broken. */
  List<byte[]> valid();

  /**
   * What is to be put in, made of valid bytes that were broken: for what no mutation hits by
   * chance, as checksums and signatures.
   */
  default byte[] finished(byte[] broken, RandomGenerator random) {
    return broken;
  }

  /** Puts one input in, and checks what can be checked each time. */
  void put(byte[] input);

  /** How many bytes may be allocated for an input. */
  default long mayAllocate(int inputBytes) {
    return (4L << 20) + 200L * inputBytes;
  }

  /** How many links were closed for what was put in; of files: how many were refused. */
  long refused();

  /** Checks all that takes long: after the last input. */
  void check();

  @Override
  default void close() {}
}
