package io.phoenix.routing.sim;

/** What becomes of an attempt to dial from one host to another. */
public enum Reach {
  /** It arrives. */
  OPEN,
  /** A firewall answers that it is not wanted. */
  REFUSED,
  /** A firewall swallows it; the caller gives up after a while. */
  DROPPED
}
