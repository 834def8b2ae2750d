package io.phoenix.routing.flow;

import io.phoenix.api.Message;

/** Chooses among the messages of a lane. */
@FunctionalInterface
public interface ParcelFilter {
  /** Whether a message of this kind, resolved to {@code epoch}, is meant. */
  boolean test(Message message, int kind, long epoch);
}
