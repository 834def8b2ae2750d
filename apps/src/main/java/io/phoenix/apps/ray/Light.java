package io.phoenix.apps.ray;

/** A point that shines, equally far and wide. */
record Light(Vec at, Vec color) {}
