package io.phoenix.workstealing.steal;

import io.phoenix.api.ResourceName;
import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;

/**
 * The name of a request for work, or of a subcomputation (paper 003, section 4): the node that
 * chose the name, and a number that this node uses once, also if it leaves the job and comes back.
 *
 * <p>Departs from paper 003, where the thief's request names the subcomputation: here the victim
 * does. A request that is sent again may reach another victim, as virtual nodes move; then two
 * victims give different work for it, and different work must have different names.
 *
 * @param node the node's own name; 0 for a job's root
 * @param number counts up from a random number
 */
public record StealId(long node, long number) {
  /** How long a name is when written. */
  static final int BYTES = 2 * Long.BYTES;

  /** The subcomputation that is the whole of a job, and was not stolen from anybody. */
  public static StealId root(long job) {
    return new StealId(0, job);
  }

  /** Whether this names the whole of a job. */
  public boolean isRoot() {
    return node == 0;
  }

  void write(ByteWriter out) {
    out.putLong(node).putLong(number);
  }

  static StealId read(ByteReader in) {
    return new StealId(in.getLong(), in.getLong());
  }

  @Override
  public String toString() {
    return isRoot() ? "root:" + number : ResourceName.format(node) + ":" + number;
  }
}
