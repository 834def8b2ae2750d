package io.phoenix.routing.tls;

import io.phoenix.api.PhoenixException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a node in step with its files: looks at them every few seconds from a thread of its own, so
 * that a slow disk does not hold up the node, and warns of a certificate that is about to expire.
 */
final class MembershipWatch implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(MembershipWatch.class);
  private static final Duration PERIOD = Duration.ofSeconds(2);
  private static final Duration WARN_AGAIN = Duration.ofDays(1);

  /** Where what is found goes. */
  interface Listener {
    /** The files have changed, and are in order. */
    void onMembership(Membership next);

    /** The node's own certificate is revoked, and no other has taken its place. */
    void onRevoked();

    /** Time has passed: certificates may have expired. */
    void onTime();
  }

  private final Path directory;
  private final Clock clock;
  private final Listener listener;
  private final Thread thread;
  private Membership self;
  private List<Object> seen;
  private @Nullable String lastProblem;
  private @Nullable Instant lastWarning;
  private @Nullable RevocationList unsaved;
  private boolean wasRevoked;
  private boolean isClosed;

  MembershipWatch(Path directory, Membership self, Clock clock, Listener listener) {
    this.directory = directory;
    this.self = self;
    this.clock = clock;
    this.listener = listener;
    seen = stamp();
    thread = new Thread(this::run, "phoenix-certificates");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Keeps a list that came from another node, also for the time after a restart. */
  synchronized void save(RevocationList list) {
    unsaved = list;
    notifyAll();
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    notifyAll();
  }

  private void run() {
    try {
      while (true) {
        RevocationList toSave;
        synchronized (this) {
          if (!isClosed && unsaved == null) {
            wait(PERIOD.toMillis());
          }
          if (isClosed) {
            return;
          }
          toSave = unsaved;
          unsaved = null;
        }
        if (toSave != null) {
          write(toSave);
        }
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      log.error("Certificates in {} are no longer looked after", directory, e);
    }
  }

  private void write(RevocationList list) {
    try {
      PrivateFiles.write(directory.resolve(Credentials.REVOKED_FILE), list.toPem());
    } catch (PhoenixException e) {
      log.warn("A list of revoked certificates is not kept for later: {}", e.getMessage());
    }
  }

  /** Looks at the files and the clock once. */
  void look() {
    List<Object> now = stamp();
    if (!now.equals(seen)) {
      seen = now;
      read();
    }
    warnOfAge(clock.instant());
    listener.onTime();
  }

  private void read() {
    try {
      self = Membership.read(directory, clock.instant());
      lastProblem = null;
      wasRevoked = false;
      listener.onMembership(self);
    } catch (PhoenixException e) {
      String problem = String.valueOf(e.getMessage());
      if (!problem.equals(lastProblem)) {
        lastProblem = problem;
        log.warn("{}; this node goes on with what it had read before", problem);
      }
      seen = List.of(); // they may be half-way through being replaced: look again
      boolean isRevoked =
          e.getCause() instanceof Refusal refusal && refusal.kind() == BasicReason.REVOKED;
      if (isRevoked && wasRevoked) {
        listener.onRevoked();
      }
      wasRevoked = isRevoked;
    }
  }

  private void warnOfAge(Instant now) {
    boolean isNew = lastWarning == null || now.isAfter(lastWarning.plus(WARN_AGAIN));
    if (self.isAging(now) && isNew) {
      lastWarning = now;
      log.warn(
          "The certificate in {} expires at {}: let the cluster's authority issue another one",
          directory.resolve(Credentials.NODE_FILE),
          self.validUntil());
    }
  }

  /** What tells one state of the files from another: a file that is replaced is another one. */
  private List<Object> stamp() {
    return List.of(
        stamp(Credentials.AUTHORITIES_FILE),
        stamp(Credentials.NODE_FILE),
        stamp(Credentials.REVOKED_FILE));
  }

  private Object stamp(String file) {
    try {
      BasicFileAttributes a =
          Files.readAttributes(directory.resolve(file), BasicFileAttributes.class);
      return List.of(a.lastModifiedTime(), a.size(), Objects.toString(a.fileKey()));
    } catch (IOException e) {
      return "missing";
    }
  }
}
