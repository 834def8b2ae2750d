package io.phoenix.apps.pfold;

import io.phoenix.workstealing.codec.Codec;

/**
 * The beginning of folds.
 *
 * @param at the point of the last monomer, or -1 if none lies
 * @param taken the points that have a monomer
 * @param attracting those that have a sticky one
 * @param contacts so far
 * @param weight how many beginnings this one stands for
 */
record Fold(int at, long taken, long attracting, int contacts, int weight) {
  /** No monomer lies. */
  static final Fold NONE = new Fold(-1, 0, 0, 0, 1);

  static final Codec<Fold> CODEC =
      Codec.of(
          (fold, out) ->
              out.putByte(fold.at)
                  .putLong(fold.taken)
                  .putLong(fold.attracting)
                  .putInt(fold.contacts)
                  .putByte(fold.weight),
          in -> new Fold(in.getByte(), in.getLong(), in.getLong(), in.getInt(), in.getByte()));

  int placed() {
    return Long.bitCount(taken);
  }
}
