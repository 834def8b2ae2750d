package io.phoenix.migration.lock;

import io.phoenix.api.ResourceName;

/**
 * One attempt of a node to get its own lock and a neighbour's; if it gets both, the transaction.
 *
 * @param initiator whose attempt it is
 * @param number which of its attempts, from 1 up
 */
public record Attempt(ResourceName initiator, long number) {

  @Override
  public String toString() {
    return initiator + "#" + number;
  }
}
