package io.phoenix.apps.ray;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.apps.terminal.UserError;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Where scenes come from. */
final class SceneFiles {
  /** The scene that is built in. */
  static final String DEFAULT = "spiral";

  private SceneFiles() {}

  /**
   * The text of a scene.
   *
   * @throws UserError if there is no such file
   */
  static String read(String name) {
    if (name.equals(DEFAULT)) {
      return builtIn();
    }
    try {
      return Files.readString(Path.of(name));
    } catch (NoSuchFileException e) {
      throw new UserError(
          "no scene is named '" + name + "'",
          "give a file, or '" + DEFAULT + "', which is built in");
    } catch (CharacterCodingException e) {
      throw new UserError(name + " is not text", "a scene is a file in UTF-8");
    } catch (IOException e) {
      throw new UserError("cannot read " + name + ": " + e, "give a file that can be read");
    }
  }

  private static String builtIn() {
    try (InputStream in = SceneFiles.class.getResourceAsStream("/scenes/" + DEFAULT + ".scene")) {
      if (in == null) {
        throw new IllegalStateException("the scene '" + DEFAULT + "' is missing in the jar");
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
