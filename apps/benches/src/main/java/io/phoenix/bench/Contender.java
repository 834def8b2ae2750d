package io.phoenix.bench;

/** Something that can be measured. */
interface Contender {

  /** As the table calls it. */
  String title();

  /** How long its compilers have worked so far, in milliseconds. */
  default long compiledMillis() {
    return 0;
  }

  /** Does a task once. */
  double measure(Task task);
}
