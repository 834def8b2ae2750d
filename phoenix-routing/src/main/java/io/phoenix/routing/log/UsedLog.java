package io.phoenix.routing.log;

import io.phoenix.api.PhoenixException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * A leave log being used up. It is renamed <em>before</em> anything that it holds is sent: a crash
 * afterwards then cannot lead to its being used twice.
 */
public final class UsedLog {
  private UsedLog() {}

  /**
   * Hands the bytes of a log to {@code open}, and renames it to {@code <log>.used}; gives it back
   * its name if that throws.
   *
   * @throws PhoenixException if there is no such log, or it cannot be read or renamed
   */
  public static <T> T with(Path log, Function<byte[], T> open) {
    Path used = log.resolveSibling(log.getFileName() + ".used");
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(log);
      Renaming.rename(log, used);
    } catch (NoSuchFileException e) {
      throw new PhoenixException(
          "there is no leave log " + log + "; it may have been used up before: see " + used, e);
    } catch (IOException e) {
      throw new PhoenixException("cannot use the leave log " + log + ": " + e, e);
    }
    try {
      return open.apply(bytes);
    } catch (RuntimeException e) {
      RuntimeException named =
          e instanceof DamagedLogException
              ? new PhoenixException(log + ": " + e.getMessage(), e)
              : e;
      try {
        Renaming.rename(used, log);
      } catch (IOException again) {
        named.addSuppressed(again);
      }
      throw named;
    }
  }
}
