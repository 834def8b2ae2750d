package io.phoenix.apps.bench;

/** Something that can be measured. */
interface Contender {

  /** As the table calls it. */
  String title();

  /** How many times as long as others it takes until its code is compiled. */
  default int warmUps() {
    return 1;
  }

  /** Does a task once. */
  double measure(Task task);
}
