package io.phoenix.apps.povray;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.apps.picture.Rectangle;
import io.phoenix.apps.picture.Tile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Renders whole rows of a scene with {@code povray}. Rows are the same whichever others are
 * rendered with them.
 */
final class PovrayProcess {
  private static final long POLL_MS = 20;
  private static final int LAST_LINES = 12;

  private final String scene;
  private final int width;
  private final int height;

  PovrayProcess(String scene, int width, int height) {
    this.scene = scene;
    this.width = width;
    this.height = height;
  }

  /** Whether this machine has POV-Ray. */
  static boolean isInstalled() {
    try {
      Process process =
          new ProcessBuilder("povray", "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Renders some rows.
   *
   * @param poll is run now and then; if it throws, POV-Ray ends
   * @throws IllegalStateException with the last of what POV-Ray said, if it failed
   */
  Tile render(int top, int rows, Runnable poll) {
    try {
      Path directory = Files.createTempDirectory("phoenix-povray");
      try {
        return render(directory, top, rows, poll);
      } finally {
        delete(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run povray on rows " + top + " and on", e);
    }
  }

  private Tile render(Path directory, int top, int rows, Runnable poll) throws IOException {
    Path input = directory.resolve("scene.pov");
    Path output = directory.resolve("rows.ppm");
    Path log = directory.resolve("log");
    Files.writeString(input, scene);
    Process process =
        new ProcessBuilder(
                "povray",
                "+I" + input,
                "+W" + width,
                "+H" + height,
                "+SR" + (top + 1),
                "+ER" + (top + rows),
                "+O-",
                "+FP", // a portable pixmap, of the whole picture; other rows are black
                "-D",
                "+WT1")
            .redirectOutput(output.toFile())
            .redirectError(log.toFile())
            .start();
    try {
      while (!process.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
        poll.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while povray renders", e);
    } finally {
      process.destroyForcibly().onExit().join(); // or it would write into a directory that is gone
    }
    if (process.exitValue() != 0) {
      throw new IllegalStateException(
          "povray ended with exit code " + process.exitValue() + ":\n" + lastLines(log));
    }
    return Pixmap.read(Files.readAllBytes(output), new Rectangle(0, top, width, rows));
  }

  private static String lastLines(Path log) throws IOException {
    List<String> lines = Files.readString(log, UTF_8).lines().filter(l -> !l.isBlank()).toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }

  private static void delete(Path directory) {
    try (var files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.delete(file);
      }
      Files.delete(directory);
    } catch (IOException | UncheckedIOException e) {
      // It is in the temporary directory, which somebody cleans up.
    }
  }
}
