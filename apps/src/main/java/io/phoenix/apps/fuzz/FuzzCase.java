package io.phoenix.apps.fuzz;

import io.phoenix.apps.terminal.UserError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Inputs that break a promise, as a text file: {@code door NAME}, {@code seed S}, then each input
 * in hexadecimal on a line {@code input …}; lines that begin with {@code #} are for people.
 *
 * @param door the name of the door
 * @param seed what the trial is opened with
 * @param inputs what is put in, in order
 */
record FuzzCase(String door, long seed, List<byte[]> inputs) {
  private static final HexFormat HEX = HexFormat.of();

  FuzzCase {
    inputs = List.copyOf(inputs);
  }

  FuzzCase with(List<byte[]> others) {
    return new FuzzCase(door, seed, others);
  }

  int bytes() {
    return inputs.stream().mapToInt(input -> input.length).sum();
  }

  void write(Path file, Throwable why) {
    var text = new StringBuilder("# replay: scripts/fuzz --replay " + file + "\n");
    text.append("# ").append(why.toString().lines().findFirst().orElse("")).append('\n');
    text.append("door ").append(door).append("\nseed ").append(seed).append('\n');
    inputs.forEach(input -> text.append("input ").append(HEX.formatHex(input)).append('\n'));
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws UserError if it is something else
   */
  static FuzzCase read(Path file) {
    String door = "";
    long seed = 0;
    List<byte[]> inputs = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(file)) {
        String[] words = line.strip().split(" ", 2);
        String rest = words.length < 2 ? "" : words[1].strip();
        switch (words[0]) {
          case "door" -> door = rest;
          case "seed" -> seed = Long.parseLong(rest);
          case "input" -> inputs.add(HEX.parseHex(rest));
          case "", "#" -> {}
          default -> throw new IllegalArgumentException("'" + words[0] + "' begins a line");
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new UserError(
          "cannot replay " + file + ": " + e.getMessage(),
          "give a file that scripts/fuzz has written under target/fuzz");
    }
    return new FuzzCase(door, seed, inputs);
  }
}
