package io.phoenix.apps.pfold;

/**
 * A chain of monomers, some of which attract each other: bit {@code i} says whether monomer {@code
 * i} does.
 *
 * @param length the number of monomers
 */
public record Polymer(int length, long sticky) {
  /** Checks the length, and ignores bits beyond it. */
  public Polymer {
    if (length < 1 || length > Long.SIZE) {
      throw new IllegalArgumentException("length=" + length + " must be from 1 to " + Long.SIZE);
    }
    sticky &= -1L >>> (Long.SIZE - length);
  }

  /**
   * A chain of {@code H} (which attract each other) and {@code P} (which do not), the pattern over
   * and over.
   *
   * @throws IllegalArgumentException if there is another letter, or none
   */
  public static Polymer of(String pattern, int length) {
    if (!pattern.matches("[HP]+")) {
      throw new IllegalArgumentException("'" + pattern + "' is not a sequence of H and P");
    }
    long sticky = 0;
    for (int i = 0; i < Math.min(length, Long.SIZE); i++) {
      sticky |= (pattern.charAt(i % pattern.length()) == 'H' ? 1L : 0) << i;
    }
    return new Polymer(length, sticky);
  }
}
