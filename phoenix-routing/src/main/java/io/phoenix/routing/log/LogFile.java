package io.phoenix.routing.log;

import io.phoenix.api.PhoenixException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A leave log on its way to disk. It is made, under another name, before the node tells anybody
 * that it leaves, so that a place that cannot be written to is found out in time; and it gets its
 * name only when all of it is on the disk.
 */
public final class LogFile implements AutoCloseable {
  private final Path target;
  private final Path draft;
  private final FileChannel channel;
  private boolean isNamed;

  private LogFile(Path target, Path draft, FileChannel channel) {
    this.target = target;
    this.draft = draft;
    this.channel = channel;
  }

  /**
   * Begins to write a log.
   *
   * @throws PhoenixException if there can be no file there
   */
  public static LogFile create(Path target) {
    try {
      Path directory = target.toAbsolutePath().getParent();
      // Made by this method it is new, and its owner's alone from the first moment on (0600):
      // messages are nobody else's business, and a link that somebody put there is not followed.
      Path draft = Files.createTempFile(directory, target.getFileName() + ".", ".part");
      return new LogFile(target, draft, FileChannel.open(draft, StandardOpenOption.WRITE));
    } catch (IOException e) {
      throw new PhoenixException("cannot write the leave log " + target + ": " + e, e);
    }
  }

  /**
   * Writes the log, and gives it its name; both are on the disk when this returns. From then on the
   * leave can be told to others: what they believe this node to have is written down.
   *
   * @throws PhoenixException if it cannot be written; what had that name before is still there
   */
  public void commit(byte[] log) {
    try {
      ByteBuffer rest = ByteBuffer.wrap(log);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      channel.force(true);
      channel.close();
      Renaming.move(draft, target);
      isNamed = true;
      Renaming.sync(target);
    } catch (IOException e) {
      throw new PhoenixException("could not write all of the leave log " + target + ": " + e, e);
    }
  }

  /** The node stays: nobody must return with this, should it have its name already. */
  public void withdraw() {
    try {
      if (isNamed) {
        Files.deleteIfExists(target);
      }
    } catch (IOException e) {
      throw new PhoenixException("remove " + target + ", which is not valid: " + e, e);
    }
  }

  /** Removes what was not committed. */
  @Override
  public void close() {
    try {
      channel.close();
      Files.deleteIfExists(draft);
    } catch (IOException e) {
      throw new PhoenixException("cannot remove " + draft + ": " + e, e);
    }
  }
}
