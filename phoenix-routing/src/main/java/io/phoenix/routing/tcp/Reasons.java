package io.phoenix.routing.tcp;

import io.netty.channel.ConnectTimeoutException;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.Port;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.Locale;

/** Says to people why something did not work, in place of the operating system's words. */
final class Reasons {
  private Reasons() {}

  /** Why an established connection broke. */
  static String ofBroken(String peer, Throwable cause) {
    String words = words(cause);
    if (words.contains("connection reset") || words.contains("broken pipe")) {
      return "connection reset by " + peer;
    }
    if (words.contains("timed out")) {
      return "connection to " + peer + " timed out";
    }
    return "connection to "
        + peer
        + " failed: "
        + (cause instanceof IOException ? cause.getMessage() : cause.toString());
  }

  /** Why a connection could not be made. */
  static String ofUnreachable(Port peer, int timeoutMs, Throwable cause) {
    String words = words(cause);
    if (cause instanceof UnknownHostException) {
      return "unknown host '" + peer.host() + "'; check its spelling, or give an address";
    }
    if (cause instanceof ConnectTimeoutException) {
      return "no answer from " + peer + " within " + timeoutMs / 1000 + " s";
    }
    if (words.contains("refused")) {
      return "connection refused by " + peer;
    }
    if (words.contains("no route to host")) {
      return "no route to " + peer;
    }
    if (words.contains("network is unreachable")) {
      return "network of " + peer + " is unreachable";
    }
    return "cannot connect to " + peer + ": " + cause.getMessage();
  }

  /** Why a port cannot be listened on, and how to mend it. */
  static PhoenixException ofDeaf(Port port, Throwable cause) {
    String words = words(cause);
    String why;
    if (cause instanceof UnknownHostException) {
      why = "unknown host '" + port.host() + "'; give an address of this machine";
    } else if (words.contains("in use")) {
      why = "address in use; choose another port, or 0 for any free one";
    } else if (words.contains("cannot assign")) {
      why = port.host() + " is no address of this machine; 0.0.0.0 stands for all of them";
    } else if (words.contains("permission denied")) {
      why = "permission denied; choose a port above 1023";
    } else {
      why = String.valueOf(cause.getMessage());
    }
    return new PhoenixException("cannot listen on " + port + ": " + why, cause);
  }

  private static String words(Throwable cause) {
    return String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
  }
}
