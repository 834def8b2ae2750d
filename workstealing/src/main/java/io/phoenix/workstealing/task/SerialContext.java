package io.phoenix.workstealing.task;

/** The context of tasks that one thread runs by itself: lines go to the standard output. */
public enum SerialContext implements TaskContext {
  /** The only one. */
  INSTANCE;

  @Override
  public void poll() {}

  @Override
  public void println(String line) {
    System.out.println(line);
  }
}
