package io.phoenix.apps.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.terminal.CommandErrors;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Jobs on real processes. */
class RunIT {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void runPrintsTheAnswerAndWhatEachNodeDid() {
    assertThat(run("uts", "T1", "--nodes", "2", "--serial")).as("%s", err).isZero();
    assertThat(out.toString())
        .contains("T1: 4,130,071 nodes, 3,305,118 leaves, depth 10")
        .contains("node 1 ")
        .contains("node 2 ")
        .contains("serial: ");
  }

  @Test
  void moreWorkersThanCoresAreWarnedAbout(@TempDir Path directory) throws Exception {
    int cores = Runtime.getRuntime().availableProcessors();
    Path picture = directory.resolve("picture.png");
    assertThat(
            run(
                "ray",
                "--size=60x40",
                "--nodes=1",
                "--workers=" + (cores + 1),
                "--out=" + picture,
                "--serial"))
        .as("%s", err)
        .isZero();
    assertThat(err.toString()).contains("WARNING: %d workers share %d".formatted(cores + 1, cores));
    assertThat(ImageIO.read(picture.toFile()).getWidth()).isEqualTo(60);
  }

  private int run(String... words) {
    return CommandErrors.reporting(new CommandLine(new RunCommand()))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(words);
  }
}
