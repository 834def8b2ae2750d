package io.phoenix.apps.ray;

/** A half-line; the direction is one long, so that distances along it are lengths. */
record Ray(Vec from, Vec direction) {
  Vec at(double distance) {
    return from.plus(direction.times(distance));
  }
}
