package io.phoenix.apps.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job over three LANs, while a host joins and another one leaves. */
class LabUtsIT {
  /** Long enough for hosts to come and go meanwhile: more than a minute on two cores. */
  private static final String TREE = "T1XL";

  private static final String PUBLISHED = "T1XL: 1,635,119,272 nodes";
  private static final long LIMIT_SECONDS = 420;

  @TempDir private Path dir;

  @Test
  void publishedCountIsFoundThoughAHostJoinsAndOneLeaves()
      throws IOException, InterruptedException {
    Path out = dir.resolve("out");
    try (Lab lab = Lab.up()) {
      Path ports = lab.home("a1").resolve("ports.yaml");
      Files.writeString(ports, lab.lab("ports").out());
      Lab.Result up =
          lab.phoenix("a1", "up", ports.toString(), "--hosts", "a1,a2,b1,b2,c1", "--", "jobs");
      assertThat(up.out()).contains("5 of 5 nodes take part");
      Process run = lab.begin(out, "a1", "run", "uts", TREE, "--cluster");
      while (!Files.readString(out).contains(" tasks, ")) {
        assertThat(run.isAlive()).as(Files.readString(out)).isTrue();
        Thread.sleep(100);
      }
      Lab.Result join = lab.phoenix("a1", "join", ports.toString(), "c2");
      assertThat(join.code()).as(join.out()).isZero();
      assertThat(lab.phoenix("a1", "leave", "b2").out()).contains("b2: leave done");
      assertThat(run.isAlive()).as("the job is over too early for this test").isTrue();
      boolean isOver = run.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      String said = Files.readString(out);
      assertThat(isOver).as(said).isTrue();
      assertThat(said).contains(PUBLISHED);
      for (String host : new String[] {"a1", "a2", "b1", "b2 \\(left\\)", "c1", "c2"}) {
        assertThat(said).as("what each host did").containsPattern("\n" + host + " +[1-9][0-9,]* ");
      }
      assertThat(run.exitValue()).isZero();
      assertThat(lab.phoenix("a1", "down").code()).isZero();
    }
  }
}
