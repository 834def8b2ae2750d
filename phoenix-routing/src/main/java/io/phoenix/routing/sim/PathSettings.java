package io.phoenix.routing.sim;

/**
 * What the way from one host to another is like.
 *
 * @param latencyNs the time that every byte takes
 * @param jitterNs what chance may add to that
 * @param bytesPerSecond how fast one connection can send
 */
public record PathSettings(long latencyNs, long jitterNs, long bytesPerSecond) {

  /** A quiet local network: 100 µs, 1 Gbit/s. */
  public static final PathSettings LAN = new PathSettings(100_000, 20_000, 125_000_000);

  /** Checks that time and bytes move forward. */
  public PathSettings {
    if (latencyNs <= 0 || jitterNs < 0 || bytesPerSecond <= 0) {
      throw new IllegalArgumentException(
          "latencyNs=%d and bytesPerSecond=%d must be above 0, jitterNs=%d not below 0"
              .formatted(latencyNs, bytesPerSecond, jitterNs));
    }
  }

  /** How long it takes to send that many bytes. */
  long transmissionNs(long bytes) {
    return (long) (bytes * 1e9 / bytesPerSecond);
  }
}
