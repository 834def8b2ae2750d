package io.phoenix.workstealing.runtime;

/** Runs the workers of a site. */
interface WorkerRunner {

  /** Begins. */
  void start();

  /** There may be work for an idle worker; any thread may say so. */
  void wake(int worker);

  /** Ends, as soon as the workers look up. */
  void stop();
}
