package io.phoenix.apps.storm;

import io.phoenix.api.ResourceName;
import java.util.List;

/** Makes intervals move while the storm rages; on the node's loop. */
interface Mover {

  /** Begins; moves so often a second on average. */
  void begin(List<ResourceName> everybody, double perSecond);

  /** Begins nothing any more; what moves already arrives. */
  void stop();

  /** Intervals that this node has given away. */
  long moves();

  /** How often this node has balanced. */
  long balances();

  /** Whether something moves at this moment, or is about to. */
  boolean isBusy();
}
