package io.phoenix.routing.ssh;

import com.jcraft.jsch.Session;
import io.phoenix.routing.ssh.SshException.Trouble;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One SSH session, from its first byte to its last; the next one is another object. */
final class Line {
  private static final Logger LOG = LoggerFactory.getLogger(Line.class);
  private static final long SECOND_NS = 1_000_000_000;

  /** How long a server that is suspected to be gone has to answer. */
  private static final long SUSPICION_NS = 5 * SECOND_NS;

  /** A session that ends sooner after the login has not worked. */
  private static final long WORKED_NS = 2 * SECOND_NS;

  private final SshConnection connection;
  private final HostOptions options;
  private final Carrier carrier;
  private volatile @Nullable Session session;
  private volatile @Nullable SshException end;
  private volatile boolean isUsed;
  private volatile boolean isLate;
  private volatile long upSinceNs;
  private volatile long suspectedNs;
  private volatile boolean isSuspected;
  private int unanswered;

  Line(SshConnection connection, HostOptions options, @Nullable SshConnection jump) {
    this.connection = connection;
    this.options = options;
    this.carrier = new Carrier(options, jump, this::onSilenced);
  }

  /** Connects and logs in; blocks. */
  void logIn() {
    try {
      upSinceNs = System.nanoTime();
      Session fresh = new Login(options, carrier).run();
      upSinceNs = System.nanoTime();
      synchronized (this) {
        if (end != null) {
          throw end;
        }
        session = fresh;
      }
    } catch (SshException e) {
      throw isLate
          ? new SshException(
              Trouble.LATE,
              options.address() + " has not finished the login in time",
              "is that an SSH server?",
              e)
          : e;
    }
  }

  /** The login takes too long. */
  void giveUp() {
    isLate = true;
    carrier.close();
  }

  Session session() {
    Session present = session;
    if (present == null || !isUp()) {
      throw ended();
    }
    return present;
  }

  boolean isUp() {
    Session present = session;
    return present != null && end == null && present.isConnected();
  }

  /** Why it ended. */
  SshException ended() {
    SshException reason = end;
    return reason != null
        ? reason.again()
        : new SshException(
            Trouble.DROPPED, "the connection to " + options.address() + " is gone", null);
  }

  /** Something was opened on it, so that it is of use. */
  void markUsed() {
    isUsed = true;
  }

  /** Whether it was of use, or lasted as if it were. */
  boolean hasWorked() {
    return isUsed || System.nanoTime() - upSinceNs >= WORKED_NS;
  }

  /** Nothing more comes from the server. */
  private void onSilenced(String how) {
    SshException reason =
        hasWorked()
            ? new SshException(Trouble.DROPPED, options.address() + " " + how, null)
            : Login.dropped(options, how, "right after", null);
    synchronized (this) {
      if (session == null) {
        end = reason; // if the login has just succeeded; if not, that knows better
        return;
      }
    }
    finish(reason);
  }

  /** Asks a silent server whether it is there, and gives it up if it does not answer. */
  void tick(long nowNs, Executor workers) {
    long silentNs = nowNs - carrier.heardNs();
    long patienceNs = options.aliveSeconds() * SECOND_NS;
    isSuspected &= carrier.heardNs() - suspectedNs < 0;
    if (isSuspected && nowNs - suspectedNs > SUSPICION_NS) {
      close("has not answered for " + silentNs / SECOND_NS + " s");
    } else if (silentNs < patienceNs) {
      unanswered = 0;
    } else if (unanswered >= options.aliveCount()) {
      close("has not answered for " + silentNs / SECOND_NS + " s");
    } else if (silentNs > (unanswered + 1) * patienceNs) {
      unanswered++;
      workers.execute(this::ask);
    }
  }

  /** Something has taken too long: is the server still there? */
  void suspect() {
    if (!isSuspected) {
      suspectedNs = System.nanoTime();
      isSuspected = true;
      connection.later(0, this::ask);
    }
  }

  private void ask() {
    try {
      session().sendKeepAliveMsg();
    } catch (Exception e) {
      LOG.debug("cannot ask {} whether it is there", options.address(), e);
    }
  }

  /** Ends it, and everything on it. */
  void close(String why) {
    finish(new SshException(Trouble.DROPPED, options.address() + " " + why, null));
  }

  private void finish(SshException reason) {
    synchronized (this) {
      if (end == null) {
        end = reason;
      }
    }
    carrier.close(); // first, so that nobody is stuck writing
    Session present = session;
    if (present != null) {
      present.disconnect();
    }
    connection.onEnd(this, reason);
  }
}
