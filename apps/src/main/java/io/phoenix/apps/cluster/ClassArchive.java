package io.phoenix.apps.cluster;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The classes of a node, as the JVM likes to read them (class data sharing): a node whose host has
 * such a file starts in half the time. The first node that runs on a host from a jar makes it, when
 * it has nothing more urgent to do; {@code phoenix up} starts later ones with it. A JVM checks that
 * a file is of its own version and of its own jar, and goes on without it if not.
 */
final class ClassArchive {
  private static final Logger LOG = LoggerFactory.getLogger(ClassArchive.class);

  /** Nobody takes that long. */
  private static final Duration MOST_TIME = Duration.ofMinutes(10);

  /** For what the JVM does a little later. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration POLL = Duration.ofMillis(20);

  private final Path file;

  ClassArchive(Path file) {
    this.file = file;
  }

  /** Makes it of the classes that are loaded now, unless it is there; takes some seconds. */
  void make() {
    if (Files.exists(file)) {
      return;
    }
    // Homes may be shared by many hosts, and a reader must never see half a file.
    Path part = part();
    try {
      deleteRemains();
      dump(part);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      LOG.info("made {}", file);
    } catch (IOException | JMException | RuntimeException e) {
      LOG.info("cannot make {}, so nodes here start slowly: {}", file, e.toString());
      delete(part);
    }
  }

  private Path part() {
    return file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid());
  }

  /** This process ends: what is being made, by a second JVM, would be left behind for ever. */
  void abandon() {
    for (ProcessHandle child : ProcessHandle.current().children().toList()) {
      child.destroyForcibly();
      try (DirectoryStream<Path> said =
          Files.newDirectoryStream(Path.of(""), "java_pid" + child.pid() + "_*")) {
        said.forEach(ClassArchive::delete);
      } catch (IOException e) {
        LOG.debug("cannot look for what {} said: {}", child.pid(), e.toString());
      }
    }
    delete(part());
  }

  /** What {@code jcmd PID VM.cds static_dump FILE} does. */
  private static void dump(Path to) throws IOException, JMException {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .invoke(
              new ObjectName("com.sun.management:type=DiagnosticCommand"),
              "vmCds",
              new Object[] {new String[] {"static_dump", to.toString()}},
              new String[] {String[].class.getName()});
    } finally {
      deleteOutput(to);
    }
  }

  /**
   * A second JVM does the work, and what it says is kept in two files in the current directory, by
   * threads that need not have begun when it ends.
   */
  private static void deleteOutput(Path made) throws IOException {
    Instant latest = Instant.now().plus(PATIENCE);
    for (int deleted = 0; deleted < 2 && Instant.now().isBefore(latest); ) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(""), "java_pid*_std*")) {
        for (Path file : files) {
          if (Files.readString(file).contains(made.getFileName().toString())) {
            delete(file);
            deleted++;
          }
        }
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  /** Of nodes that were ended while they were at it. */
  private void deleteRemains() throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Instant old = Instant.now().minus(MOST_TIME);
    try (DirectoryStream<Path> parts =
        Files.newDirectoryStream(directory, file.getFileName() + ".*")) {
      for (Path part : parts) {
        if (Files.getLastModifiedTime(part).toInstant().isBefore(old)) {
          delete(part);
        }
      }
    }
  }

  private static void delete(Path part) {
    try {
      Files.deleteIfExists(part);
    } catch (IOException e) {
      LOG.debug("cannot delete {}: {}", part, e.toString());
    }
  }
}
