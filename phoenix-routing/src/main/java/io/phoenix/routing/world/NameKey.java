package io.phoenix.routing.world;

/** A node's name, and the key that speaks for it. */
public interface NameKey {
  /** The resource name. */
  long name();

  /** What shows others whose key it is. It changes when the node's certificate is renewed. */
  byte[] passport();

  /** Signs what this node says of itself. */
  byte[] sign(byte[] content);

  /** For the leave log: whoever has it can prove to have had this name. */
  byte[] secret();

  /**
   * Proves that this node is one that has left, and has returned.
   *
   * @param formerSecret the {@link #secret} of the name that it had
   * @throws io.phoenix.api.PhoenixException if that is no such secret
   */
  byte[] succeed(byte[] formerSecret);
}
