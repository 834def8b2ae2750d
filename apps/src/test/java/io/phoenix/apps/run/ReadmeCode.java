package io.phoenix.apps.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.workstealing.Application;
import io.phoenix.workstealing.policy.StealPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/** Programs that the README and the pages beside the code show, compiled as they stand there. */
final class ReadmeCode {
  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w*)\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

  private static final List<String> PAGES =
      List.of(
          "README.md",
          "phoenix-migration/src/main/java/io/phoenix/migration/README.md",
          "workstealing/src/main/java/io/phoenix/workstealing/README.md");

  private ReadmeCode() {}

  /** The one block that declares a class of this name. */
  static String of(String name) {
    List<String> found = blocks("java").stream().filter(block -> isDeclared(name, block)).toList();
    assertThat(found)
        .as("blocks ```java of the READMEs that declare a public class %s", name)
        .hasSize(1);
    return found.get(0);
  }

  private static boolean isDeclared(String name, String block) {
    return Pattern.compile("^public (final )?class " + name + "\\b", Pattern.MULTILINE)
        .matcher(block)
        .find();
  }

  /** What is shown without a language: commands, and what they print. */
  static List<String> plainBlocks() {
    return blocks("");
  }

  private static List<String> blocks(String language) {
    List<String> found = new ArrayList<>();
    Matcher block = BLOCK.matcher(readme());
    while (block.find()) {
      if (block.group(1).equals(language)) {
        found.add(block.group(2));
      }
    }
    return found;
  }

  private static String readme() {
    try {
      StringBuilder all = new StringBuilder();
      for (String page : PAGES) {
        all.append(Files.readString(Path.of("..", page)));
      }
      return all.toString();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Compiles classes and lists them as services, as the README says; where that is. */
  static Path own(Path directory) throws IOException {
    Path own = directory.resolve("own");
    Path services = Files.createDirectories(own.resolve("META-INF/services"));
    List<String> options = new ArrayList<>();
    options.addAll(List.of("-cp", System.getProperty("java.class.path"), "-d", own.toString()));
    for (String name : List.of("Primes", "Count", "Terms", "NextUp")) {
      Path source = directory.resolve(name + ".java");
      options.add(Files.writeString(source, of(name)).toString());
    }
    int code =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new));
    assertThat(code).isZero();
    Files.writeString(services.resolve(Application.class.getName()), "Primes\nTerms\n");
    Files.writeString(services.resolve(StealPolicy.class.getName()), "NextUp\n");
    return own;
  }
}
