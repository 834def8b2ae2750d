package io.phoenix.workstealing.runtime;

/** Runs the workers of a site. */
interface WorkerRunner {

  /** Lets the workers run. */
  void start();

  /** There may be work for an idle worker; any thread may say so. */
  void wake(int worker);

  /** Stops the workers, as soon as they look up. */
  void stop();
}
