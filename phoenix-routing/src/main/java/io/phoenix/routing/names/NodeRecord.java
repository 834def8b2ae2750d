package io.phoenix.routing.names;

import java.util.List;

/**
 * All that a node says about itself; a newer version replaces an older one as a whole. Records are
 * flooded: each node passes on what is new to it.
 *
 * @param node whose it is
 * @param version counted by that node alone
 * @param left whether it has left
 * @param told whether it has told all that it exchanged messages with how far it had taken theirs:
 *     who was not told has sent nothing that was taken
 * @param former names that the node had before it left and returned with its log
 * @param claims what it assumes, and what it has released and nobody is known to have taken
 */
public record NodeRecord(
    long node, long version, boolean left, boolean told, List<Long> former, List<Claim> claims) {

  public NodeRecord {
    former = List.copyOf(former);
    claims = List.copyOf(claims);
  }
}
