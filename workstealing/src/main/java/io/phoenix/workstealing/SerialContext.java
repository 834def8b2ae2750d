package io.phoenix.workstealing;

import io.phoenix.workstealing.task.TaskContext;

/** Of a task that nobody takes away; its lines go to the standard output. */
enum SerialContext implements TaskContext {
  INSTANCE;

  @Override
  public void poll() {}

  @Override
  public void println(String line) {
    System.out.println(line);
  }
}
