package io.phoenix.apps.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The log of a process that may run for months: two files of a bounded size, {@code FILE} and, with
 * what was said before, {@code FILE.1}. When the first is full it is copied to the second and
 * emptied. It is not renamed: the shell that started the process has it open, too, for what the JVM
 * itself says.
 */
public final class RotatingLog extends OutputStream {
  private static final long MOST_BYTES = 8 << 20;

  private final Path file;
  private final long mostBytes;
  private final FileChannel channel;

  RotatingLog(Path file, long mostBytes) throws IOException {
    this.file = file;
    this.mostBytes = mostBytes;
    channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Has everything that this process prints go there from now on. */
  public static void takeOutput(Path file) throws IOException {
    var log = new PrintStream(new RotatingLog(file, MOST_BYTES), true, UTF_8);
    System.setOut(log);
    System.setErr(log);
  }

  /** The end of what was said, also if some of it is in the older file. */
  public static String tail(Path file, int bytes) throws IOException {
    byte[] newer = end(file, bytes);
    Path older = older(file);
    boolean isEnough = newer.length == bytes || !Files.exists(older);
    String before = isEnough ? "" : new String(end(older, bytes - newer.length), UTF_8);
    return before + new String(newer, UTF_8);
  }

  private static byte[] end(Path file, int bytes) throws IOException {
    try (var in = new RandomAccessFile(file.toFile(), "r")) {
      byte[] end = new byte[(int) Math.min(bytes, in.length())];
      in.seek(in.length() - end.length);
      in.readFully(end);
      return end;
    }
  }

  private static Path older(Path file) {
    return file.resolveSibling(file.getFileName() + ".1");
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    if (channel.size() > 0 && channel.size() + length > mostBytes) {
      Files.copy(file, older(file), StandardCopyOption.REPLACE_EXISTING);
      channel.truncate(0);
    }
    ByteBuffer rest = ByteBuffer.wrap(bytes, offset, length);
    while (rest.hasRemaining()) {
      channel.write(rest);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
