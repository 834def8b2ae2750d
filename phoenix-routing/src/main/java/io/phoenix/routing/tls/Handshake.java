package io.phoenix.routing.tls;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;

/** Does what a TLS engine asks for, here and now: it takes a millisecond or two in all. */
final class Handshake {
  private Handshake() {}

  /**
   * Takes a handshake as far as it goes with what has come in.
   *
   * @return whether it is done
   */
  static boolean advance(SSLEngine engine, Sealer sealer, Opener opener, ByteBuffer bytes)
      throws SSLException {
    while (true) {
      switch (engine.getHandshakeStatus()) {
        case NOT_HANDSHAKING, FINISHED -> {
          return true;
        }
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          SSLEngineResult result = opener.open(bytes);
          if (result.getStatus() == Status.CLOSED) {
            throw new SSLException("closed before the end of the handshake");
          }
          if (!isProgress(result) && isWaiting(engine)) {
            return false;
          }
        }
        default -> answer(engine, sealer);
      }
    }
  }

  /** Runs what the engine wants to be run, and lets it say what it has to say. */
  static void answer(SSLEngine engine, Sealer sealer) throws SSLException {
    HandshakeStatus status = engine.getHandshakeStatus();
    if (status == HandshakeStatus.NEED_TASK) {
      Runnable task = engine.getDelegatedTask();
      while (task != null) {
        task.run();
        task = engine.getDelegatedTask();
      }
    } else if (status == HandshakeStatus.NEED_WRAP
        && !sealer.sealOwnWords()
        && engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
      throw new SSLException("the engine wants to speak and says nothing");
    }
  }

  private static boolean isProgress(SSLEngineResult result) {
    return result.getStatus() == Status.OK
        && (result.bytesConsumed() > 0 || result.bytesProduced() > 0);
  }

  private static boolean isWaiting(SSLEngine engine) {
    HandshakeStatus status = engine.getHandshakeStatus();
    return status == HandshakeStatus.NEED_UNWRAP || status == HandshakeStatus.NEED_UNWRAP_AGAIN;
  }
}
