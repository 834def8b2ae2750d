package io.phoenix.migration.goal;

import io.phoenix.api.VirtualRange;

/** What a node that holds both locks does with them. */
sealed interface Decision {

  /** Gives a range to the other node. */
  record Give(VirtualRange range) implements Decision {}

  /** Asks the other node for as much; {@link Double#NaN} stands for half of what it has. */
  record Take(double weight) implements Decision {}

  /** Nothing is to be moved. */
  record Leave(String reason) implements Decision {}
}
