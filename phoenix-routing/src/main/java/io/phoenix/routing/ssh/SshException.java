package io.phoenix.routing.ssh;

import io.phoenix.api.PhoenixException;
import org.jspecify.annotations.Nullable;

/**
 * Something that was tried over SSH and failed. The message is for people: what failed, where, and
 * how to mend it; {@link #trouble} is for programs.
 */
public final class SshException extends PhoenixException {
  private static final long serialVersionUID = 1L;

  /** What kind of failure it is. */
  public enum Trouble {
    /** The SSH configuration cannot be read, or asks for what is not supported. */
    CONFIGURATION,
    /** The host has no address, or nothing at it answers. */
    UNREACHABLE,
    /** Something answers that is no SSH server, or closes at once. */
    NO_SSH_SERVER,
    /** The two sides have no cipher, or the like, in common. */
    NO_COMMON_ALGORITHM,
    /** The host's key is in none of the known-hosts files. */
    UNKNOWN_HOST_KEY,
    /** Another key is known for the host, or this one was revoked. */
    CHANGED_HOST_KEY,
    /** The server accepts none of the keys that there are. */
    NOT_AUTHENTICATED,
    /** The connection broke, or the server ended it. */
    DROPPED,
    /** The server allows no further session on the connection. */
    NO_SESSION,
    /** The server does not forward, or not there. */
    NO_FORWARDING,
    /** The server forwards, but what is behind it does not answer. */
    UNREACHABLE_BEHIND,
    /** A command or a copy failed on the far side. */
    FAILED_THERE,
    /** It took longer than allowed. */
    LATE,
    /** This side has closed the connection. */
    CLOSED
  }

  private final Trouble trouble;
  private final String problem;
  private final @Nullable String hint;

  SshException(Trouble trouble, String problem, @Nullable String hint, @Nullable Throwable cause) {
    super(hint == null ? problem : problem + "; " + hint, cause);
    this.trouble = trouble;
    this.problem = problem;
    this.hint = hint;
  }

  SshException(Trouble trouble, String problem, @Nullable String hint) {
    this(trouble, problem, hint, null);
  }

  /** What kind of failure it is. */
  public Trouble trouble() {
    return trouble;
  }

  /** What failed and where, without the hint. */
  public String problem() {
    return problem;
  }

  /** How to mend it, or {@code null} if nobody can say. */
  public @Nullable String hint() {
    return hint;
  }

  /** The same failure, to be thrown in another thread. */
  SshException again() {
    return new SshException(trouble, problem, hint, this);
  }
}
