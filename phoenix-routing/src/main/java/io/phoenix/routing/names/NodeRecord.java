package io.phoenix.routing.names;

import java.util.List;

/**
 * All that a node says about itself; a newer version replaces an older one as a whole. Records are
 * flooded: each node passes on what is new to it.
 *
 * @param node whose it is
 * @param version counted by that node alone
 * @param left whether it has left in order
 * @param former names that the node had before it left and returned with its log
 * @param claims what it assumes, and what it has released and nobody is known to have taken
 */
public record NodeRecord(
    long node, long version, boolean left, List<Long> former, List<Claim> claims) {

  public NodeRecord {
    former = List.copyOf(former);
    claims = List.copyOf(claims);
  }
}
