package io.phoenix.workstealing.task;

/** Takes the parts that a problem is divided into. */
@FunctionalInterface
public interface Parts<P> {

  /** Adds a part. The first one added is worked on first; the last ones are stolen first. */
  void add(P part);
}
