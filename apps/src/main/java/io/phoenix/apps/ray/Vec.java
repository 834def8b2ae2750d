package io.phoenix.apps.ray;

/** A point, a direction or a colour: three numbers. */
record Vec(double x, double y, double z) {
  static final Vec ZERO = new Vec(0, 0, 0);

  Vec plus(Vec other) {
    return new Vec(x + other.x, y + other.y, z + other.z);
  }

  Vec minus(Vec other) {
    return new Vec(x - other.x, y - other.y, z - other.z);
  }

  Vec times(double factor) {
    return new Vec(x * factor, y * factor, z * factor);
  }

  /** Each number times its counterpart: light of this colour on a surface of that one. */
  Vec filter(Vec other) {
    return new Vec(x * other.x, y * other.y, z * other.z);
  }

  double dot(Vec other) {
    return x * other.x + y * other.y + z * other.z;
  }

  Vec cross(Vec other) {
    return new Vec(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x);
  }

  double length() {
    return Math.sqrt(dot(this));
  }

  /** The same direction, one long. */
  Vec unit() {
    return times(1 / length());
  }

  /** This direction after a mirror whose normal, one long, is given. */
  Vec mirrored(Vec normal) {
    return minus(normal.times(2 * dot(normal)));
  }
}
