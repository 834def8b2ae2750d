package io.phoenix.routing.tls;

import java.time.Instant;
import java.util.Locale;
import javax.net.ssl.SSLException;

/** Says to people why a peer was not let in, or did not let us in, in place of TLS's words. */
final class Reasons {
  private static final String IS_PHOENIX = "; is that a Phoenix node?";

  private final String peer;
  private final Membership self;

  /**
   * @param peer the other end's address
   * @param self what this node has shown
   */
  Reasons(String peer, Membership self) {
    this.peer = peer;
    this.self = self;
  }

  /** What came in is not TLS. */
  String ofPlain() {
    return peer + " does not speak TLS: it runs without certificates, or is no Phoenix node";
  }

  String ofSilence(long ms) {
    return peer + " has not finished the TLS handshake within " + ms + " ms" + IS_PHOENIX;
  }

  String ofChatter(long bytes) {
    return peer + " has sent " + bytes + " bytes and not finished the TLS handshake" + IS_PHOENIX;
  }

  /** The connection ended before the handshake did. */
  String ofCut(String reason) {
    return "the TLS handshake with "
        + peer
        + " was cut short: "
        + reason
        + "; does it run without certificates?";
  }

  /** This node will not have the peer. */
  String ofRefusal(Refusal refusal) {
    return "the certificate of " + peer + " is refused: " + refusal.getMessage();
  }

  /** Anything that TLS has thrown, with this machine's clock at that moment. */
  String of(SSLException failure, Instant now) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof Refusal refusal) {
        return ofRefusal(refusal);
      }
    }
    String words = words(failure);
    if (words.contains("alert")) {
      return ofAlert(words, now);
    }
    if (words.contains("did_not_return_a_certificate") || words.contains("empty client cert")) {
      return peer + " has shown no certificate";
    }
    if (words.contains("unsupported_protocol") || words.contains("no_shared")) {
      return peer + " does not speak TLS 1.3";
    }
    if (words.contains("mac") || words.contains("tag mismatch") || words.contains("decrypt")) {
      return "what came from " + peer + " was changed on its way, or is not TLS: " + words;
    }
    return "TLS with " + peer + " failed: " + words;
  }

  /** The peer has ended it, with one of TLS's numbers as the reason. */
  private String ofAlert(String words, Instant now) {
    String refuses = peer + " refuses this node's certificate: ";
    String clock =
        "; it is valid from "
            + self.identity().certificate().getNotBefore().toInstant()
            + " until "
            + self.validUntil()
            + ", and this machine's clock says "
            + now
            + "; compare that with the other machine's clock";
    if (words.contains("certificate_revoked")) {
      return refuses + "it was revoked; let the cluster's authority issue another one";
    }
    if (words.contains("certificate_expired")) {
      return refuses + "it has expired" + clock;
    }
    if (words.contains("bad_certificate")) {
      return refuses + "it is not valid yet" + clock;
    }
    if (words.contains("certificate_unknown")) { // all that the Java library says
      return refuses + "it is of another cluster, revoked, or not valid by its clock" + clock;
    }
    if (words.contains("unknown_ca")) {
      return refuses + "it is of another authority; the two nodes are of different clusters";
    }
    if (words.contains("certificate_required")) {
      return peer + " wants a certificate, and this node has shown none";
    }
    if (words.contains("protocol_version")) {
      return peer + " does not speak TLS 1.3";
    }
    return peer + " has ended the TLS handshake: " + words;
  }

  private static String words(SSLException failure) {
    return String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
  }
}
