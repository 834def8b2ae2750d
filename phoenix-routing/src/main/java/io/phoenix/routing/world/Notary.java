package io.phoenix.routing.world;

import java.util.random.RandomGenerator;

/**
 * Says who may speak for a name. A world with certificates has one that binds names to them; in a
 * world without, everybody is believed. Used on the node's loop only.
 */
public interface Notary {
  /** For worlds in which nobody proves anything. */
  Notary NONE = new Unsigned();

  /** Gives a node that starts now its name, with what proves it. */
  NameKey newName(RandomGenerator random);

  /**
   * Whether a node has said something.
   *
   * @param name the node's name
   * @param passport what binds the name to a certificate: the node's {@link NameKey#passport}
   * @param content what it is said to have said
   * @param signature the node's {@link NameKey#sign} of it
   */
  Standing judge(long name, byte[] passport, byte[] content, byte[] signature);

  /**
   * Whether the node that was {@code former} has returned as {@code successor}.
   *
   * @param proof the {@link NameKey#succeed} of the successor
   */
  boolean isSuccession(long former, long successor, byte[] proof);

  /**
   * The highest epoch that a claim can have at present. It grows with time, and faster than epochs
   * do: so whoever claims something at this epoch has it for a moment only. Always below 2^42.
   */
  long highestEpoch();

  /** What a notary finds. */
  enum Standing {
    /** The node has said it. */
    GENUINE,
    /** The node has said it, and its certificate is revoked. */
    REVOKED,
    /** It is signed, but this node does not know the authority behind the certificate. */
    STRANGE,
    /** The node has not said it: no honest node passes such a thing on. */
    FORGED
  }
}
