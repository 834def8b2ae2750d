package io.phoenix.apps.run;

import io.phoenix.workstealing.runtime.Stealing;

/** Nodes that work on jobs, as the command sees them that submits one. */
interface JobNodes extends AutoCloseable {
  /** Of a node that is linked to them. */
  Stealing stealing();

  @Override
  void close();
}
