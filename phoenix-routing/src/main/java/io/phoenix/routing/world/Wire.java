package io.phoenix.routing.world;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One connection, as a node sees it: bytes arrive in order, or the wire closes. Used on the node's
 * loop only.
 */
public interface Wire {

  /**
   * Room for {@code bytes} more bytes at the end of what waits to be sent. The caller puts exactly
   * that many into the buffer, from its position on, before it calls this object again.
   */
  ByteBuffer reserve(int bytes);

  /**
   * Takes back the last {@code bytes} bytes of what {@link #reserve} gave last: they need not be
   * filled, and are not sent. For those who do not know beforehand how much they will write.
   */
  void unreserve(int bytes);

  /** Begins to send what has been put in since the last flush. Does nothing on a closed wire. */
  void flush();

  /**
   * Whether little enough waits to be sent that more bulk data may be added. After it was {@code
   * false}, {@link WireHandler#onWritable} tells when it is {@code true} again. Control messages
   * are added regardless.
   */
  boolean isWritable();

  /** Bytes that were put in and that the operating system has not taken yet. */
  long queuedBytes();

  /** Closes at once; bytes that wait are dropped. {@link WireHandler#onClosed} follows. */
  void close(String reason);

  /** How the wire is made, as far as this end knows. */
  default Rung rung() {
    return Rung.DIRECT;
  }

  /**
   * Why the node at the other end cannot have a name; {@code null} if it can.
   *
   * @param passport what it shows for it: see {@link NameKey#passport}
   */
  default @Nullable String refusal(long name, byte[] passport) {
    return null;
  }

  /** The other end's address, for messages to people. */
  String remoteAddress();
}
