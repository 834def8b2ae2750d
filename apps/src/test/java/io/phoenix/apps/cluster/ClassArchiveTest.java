package io.phoenix.apps.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That nodes start from archives is in LaunchIT; this is about the files. */
class ClassArchiveTest {
  @TempDir private Path dir;

  @Test
  void oneThatIsThereIsLeftAlone() throws IOException {
    Path file = Files.writeString(dir.resolve("a.jsa"), "made by another");
    new ClassArchive(file).make();
    assertThat(file).hasContent("made by another");
  }

  @Test
  void remainsOfAttemptsThatWereCutShortAreDeletedAndThoseOfOthersAreNot() throws IOException {
    Path remains = Files.writeString(dir.resolve("a.jsa.4711.temp"), "half");
    Files.setLastModifiedTime(remains, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
    Path underWay = Files.writeString(dir.resolve("a.jsa.4712"), "half");
    new ClassArchive(dir.resolve("a.jsa")).make();
    assertThat(remains).doesNotExist();
    assertThat(underWay).exists();
  }

  /** Whether it can be made or not: of classes that are not in a jar, it cannot. */
  @Test
  void nothingIsLeftInTheCurrentDirectory() throws Exception {
    Path current = Files.createDirectory(dir.resolve("current"));
    Process maker =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Maker.class.getName(),
                dir.resolve("a.jsa").toString())
            .directory(current.toFile())
            .inheritIO()
            .start();
    assertThat(maker.waitFor()).isZero();
    assertThat(current).isEmptyDirectory();
  }

  /** A process of its own, as a node has. */
  static final class Maker {
    private Maker() {}

    public static void main(String[] args) {
      new ClassArchive(Path.of(args[0])).make();
    }
  }
}
