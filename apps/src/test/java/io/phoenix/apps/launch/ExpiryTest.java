package io.phoenix.apps.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpiryTest {
  private static final Instant NOW = Instant.parse("2030-06-01T12:00:00Z");

  @Test
  void certificatesThatEndSoonAreNamedAndOthersAreNot() {
    assertThat(
            Expiry.warning(
                Map.of(
                    "b", NOW.plus(Duration.ofDays(9)),
                    "a", NOW.minusSeconds(1),
                    "c", NOW.plus(Duration.ofDays(11))),
                NOW))
        .isEqualTo(
            "WARNING: certificates end soon: a ended at 2030-06-01T11:59:59Z, b until"
                + " 2030-06-10T12:00:00Z; 'phoenix renew' gives out new ones");
    assertThat(Expiry.warning(Map.of("c", NOW.plus(Duration.ofDays(11))), NOW)).isEmpty();
  }
}
