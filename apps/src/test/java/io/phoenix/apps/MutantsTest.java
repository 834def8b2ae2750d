package io.phoenix.apps;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The mistakes that {@code scripts/mutants} makes still fit the code, and the tests that must catch
 * them are still there. Whether they do is for that command: it takes ten minutes.
 */
class MutantsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern HEADER =
      Pattern.compile("^(breaks|caught-by|file): *(.*)$", Pattern.MULTILINE);
  private static final Pattern PLACE =
      Pattern.compile(
          "^file: *([^\n]*)\n<<<<\n(.*?)\n====\n(.*?)\n?>>>>$", Pattern.MULTILINE | Pattern.DOTALL);

  static List<Path> mutants() throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve("scripts/mutants-src"))) {
      return files.sorted().map(ROOT::relativize).toList();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mutants")
  void codeThatAMutantReplacesStandsOnceInItsFile(Path mutant) throws IOException {
    String text = Files.readString(ROOT.resolve(mutant));
    assertThat(mutant.toString()).endsWith(".mutant");
    assertThat(headers(text, "breaks")).as("what it breaks").hasSize(1);
    Matcher place = PLACE.matcher(text);
    int places = 0;
    for (; place.find(); places++) {
      Path file = ROOT.resolve(place.group(1));
      assertThat(file).as("file that %s changes", mutant).exists();
      String code = Files.readString(file);
      assertThat(code.split(Pattern.quote(place.group(2)), -1))
          .as("pieces into which %s cuts %s: let it replace another piece of code", mutant, file)
          .hasSize(2);
      assertThat(place.group(3)).isNotEqualTo(place.group(2));
    }
    assertThat(places).as("places that %s changes", mutant).isPositive();
    assertThat(headers(text, "file")).as("a place for each file").hasSize(places);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mutants")
  void testsThatMustCatchAMutantAreThere(Path mutant) throws IOException {
    List<String> catchers = headers(Files.readString(ROOT.resolve(mutant)), "caught-by");
    assertThat(catchers).as("tests that catch %s", mutant).isNotEmpty();
    for (String catcher : catchers) {
      assertThat(catcher).matches("[a-z-]+ [A-Z]\\w*(#\\w+)?");
      String[] parts = catcher.split("[ #]", -1);
      String code = test(parts[0], parts[1]);
      if (parts.length == 3) {
        assertThat(code).as(catcher).containsPattern("void " + parts[2] + "\\(");
      }
    }
  }

  private static String test(String module, String name) throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
      List<Path> found = files.filter(file -> file.endsWith(name + ".java")).toList();
      assertThat(found).as("tests of %s that are named %s", module, name).hasSize(1);
      return Files.readString(found.get(0));
    }
  }

  private static List<String> headers(String text, String name) {
    List<String> found = new ArrayList<>();
    Matcher header = HEADER.matcher(text);
    while (header.find()) {
      if (header.group(1).equals(name)) {
        found.add(header.group(2));
      }
    }
    return found;
  }
}
