package io.phoenix.apps.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the README shows first is run as it stands there, with the jar and in a process of its own,
 * and prints what the README says it does; but for times, names and other numbers of the moment.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ReadmeIT {
  private static final Path JAR = Path.of("target/phoenix.jar").toAbsolutePath();
  private static final Path BIN = Path.of(System.getProperty("java.home"), "bin");

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"Hello", "Phonebook"})
  void programPrintsWhatTheReadmeShows(String name) throws Exception {
    Files.writeString(directory.resolve(name + ".java"), ReadmeCode.of(name));
    assertThat(run("javac", "-cp", JAR.toString(), name + ".java")).isEmpty();
    assertIsShown(name, run("java", "-cp", JAR + ":.", name));
  }

  @Test
  void demoPrintsWhatTheReadmeShows() throws Exception {
    assertIsShown("phoenix demo", run("java", "-jar", JAR.toString(), "demo"));
  }

  private static void assertIsShown(String what, String printed) {
    assertThat(printed).as("what %s prints", what).isNotBlank();
    List<String> shown = ReadmeCode.plainBlocks().stream().map(ReadmeIT::shape).toList();
    assertThat(shown)
        .as("blocks of the READMEs; one of them should be what %s printed:%n%s", what, printed)
        .contains(shape(printed));
  }

  /** What stays from run to run. Who did how much comes in any order. */
  private static String shape(String text) {
    Stream<String> lines =
        text.strip()
            .lines()
            .map(line -> line.replaceAll("[\\d.]+ (ms|s)\\b", "TIME").replaceAll(" +\\d+ %", " %"))
            .map(line -> line.replaceAll("~[0-9a-f]+", "NAME").replaceAll("\\d+ attempts", "N"))
            .map(line -> line.replaceAll("\\[\\d+, \\d+\\)", "RANGE"))
            .map(line -> line.replaceAll("[\\d,]+ bytes", "BYTES"))
            .map(line -> line.replaceAll("^(\\w.*?)( +[\\d,]+){6,}$", "ROW $1").strip());
    List<String> plain = new ArrayList<>();
    List<String> rows = new ArrayList<>();
    lines.forEach(line -> (line.startsWith("ROW ") ? rows : plain).add(line));
    return Stream.concat(plain.stream(), rows.stream().sorted())
        .map(line -> line.replaceAll(" +", " "))
        .collect(Collectors.joining("\n"));
  }

  private String run(String program, String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(BIN.resolve(program).toString()));
    command.addAll(List.of(words));
    Path complaints = directory.resolve("stderr");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectError(complaints.toFile())
            .start();
    try {
      String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertThat(process.waitFor()).as("%s: %s", command, Files.readString(complaints)).isZero();
      return printed;
    } finally {
      process.destroy();
    }
  }
}
