package io.phoenix.apps.bench;

/** Something that can be measured. */
interface Contender {

  /** As the table calls it. */
  String title();

  /** Does a task once. */
  double measure(Task task);
}
