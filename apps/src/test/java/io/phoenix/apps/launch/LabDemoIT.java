package io.phoenix.apps.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/lab demo}: three LANs, only SSH between them, and hosts that come and go. */
class LabDemoIT {
  private static final int STORM_SECONDS = 15;
  private static final long LIMIT_SECONDS = 420;

  @TempDir private Path dir;

  @Test
  void nothingIsLostOnlySshCrossesTheBoundariesAndNothingIsReadable()
      throws IOException, InterruptedException {
    Path out = dir.resolve("out");
    Process demo =
        new ProcessBuilder(
                Lab.root().resolve("scripts/lab").toString(),
                "demo",
                "--seconds",
                String.valueOf(STORM_SECONDS))
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    boolean isOver = demo.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    demo.destroy();
    assertThat(isOver).as(Files.readString(out)).isTrue();
    assertThat(Files.readString(out))
        .contains("verdict: nothing lost, nothing duplicated, nothing out of order")
        .containsPattern("nodes that joined +1\n")
        .containsPattern("nodes that left +1\n")
        .containsPattern("across the boundaries: [1-9]\\d* packets of SSH, 0 of anything else")
        .containsPattern("inside LAN a: [1-9]\\d* TLS handshakes, 0 lines with a readable word");
    assertThat(demo.exitValue()).isZero();
  }
}
