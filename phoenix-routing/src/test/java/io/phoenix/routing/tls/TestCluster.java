package io.phoenix.routing.tls;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import io.phoenix.routing.world.NodeLoop;
import io.phoenix.routing.world.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** An authority, and a clock that tests set. */
final class TestCluster {
  static final Instant NOW = Instant.parse("2030-06-01T12:00:00Z");

  private final Path directory;
  final SetClock clock = new SetClock();
  final ClusterAuthority authority;

  TestCluster() {
    try {
      directory = Files.createTempDirectory("test-cluster");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::delete));
    authority = ClusterAuthority.create(directory.resolve("authority"), "weather", clock);
  }

  private void delete() {
    try {
      MoreFiles.deleteRecursively(directory, RecursiveDeleteOption.ALLOW_INSECURE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A member by a fresh certificate. */
  Membership member(String node) {
    return member(node, ClusterAuthority.NODE_LIFE);
  }

  Membership member(String node, Duration life) {
    return read(node, authority.issue(node, life));
  }

  Membership read(String node, Credentials credentials) {
    Path files = directory.resolve(node);
    credentials.writeTo(files);
    return Membership.read(files, clock.instant());
  }

  TlsTransport over(Transport under, NodeLoop loop, Membership self, Engines.Kind kind) {
    return new TlsTransport(under, loop, self, clock, kind);
  }

  /** Stands still until it is set. */
  static final class SetClock extends Clock implements InstantSource {
    volatile Instant now = NOW;

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException("in one zone only");
    }
  }
}
