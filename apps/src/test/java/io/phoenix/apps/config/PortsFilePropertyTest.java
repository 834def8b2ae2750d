package io.phoenix.apps.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple3;

/** No input whatever leads to an exception, and whatever is wrong has a place in the file. */
class PortsFilePropertyTest {
  private static final String SOUND =
      """
      application: histogram
      space: 2^20
      ports: 7000-7099
      lans:
        office: {hosts: [pc1, "pc2:80", {host: pc3, workers: 3}], reach: direct}
        cluster:
          hosts:
            - node[01-16]
            - {host: big, nodes: 4, jvm: [-Xmx4g]}
          reach: {jump: node01, ssh: "a@b:22"}
      """;

  @Property(tries = 2000)
  void anyTextIsUnderstoodOrComplainedAbout(@ForAll String text) {
    check(text);
  }

  @Property(tries = 3000)
  void textsOfYamlsOwnCharactersAreUnderstoodOrComplainedAbout(@ForAll("yamlish") String text) {
    check(text);
  }

  @Property(tries = 3000)
  void aSoundFileWithAMistakeIsUnderstoodOrComplainedAbout(
      @ForAll("mistakes") Tuple3<Integer, Integer, String> mistake) {
    int from = mistake.get1() % SOUND.length();
    int to = Math.min(SOUND.length(), from + mistake.get2());
    check(SOUND.substring(0, from) + mistake.get3() + SOUND.substring(to));
  }

  @Provide
  Arbitrary<String> yamlish() {
    return Arbitraries.of(
            "\n",
            "  ",
            "    ",
            ": ",
            "- ",
            "{",
            "}",
            "[",
            "]",
            ",",
            "&a",
            "*a",
            "!",
            "|",
            ">",
            "'",
            "\"",
            "%",
            "@",
            "#",
            "?",
            "---",
            "...",
            "\t",
            "a",
            "1",
            "application",
            "lans",
            "hosts",
            "reach",
            "ssh",
            "jump",
            "ports",
            "nodes",
            "n[1-9]",
            "70000",
            "-1",
            "2^70",
            "host")
        .list()
        .ofMaxSize(60)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<Tuple3<Integer, Integer, String>> mistakes() {
    return net.jqwik.api.Combinators.combine(
            Arbitraries.integers().between(0, SOUND.length() - 1),
            Arbitraries.integers().between(0, 20),
            Arbitraries.oneOf(yamlish(), Arbitraries.strings().ofMaxLength(5)))
        .as(Tuple::of);
  }

  private static void check(String text) {
    PortsFile file = PortsFile.parse("ports.yaml", text);
    var out = new StringWriter();
    if (file.complaints().isEmpty()) {
      CheckCommand.describe(file.name(), file.config(), new PrintWriter(out));
      assertThat(file.config().hosts()).isNotEmpty();
    } else {
      Complaint.print(file.name(), file.complaints(), new PrintWriter(out));
      assertThat(out.toString()).contains("error: ports.yaml:", "hint: ");
      assertIsOfTheFile(file.complaints(), text);
    }
  }

  private static void assertIsOfTheFile(List<Complaint> complaints, String text) {
    long lines = text.split("\\R", -1).length + text.chars().filter(c -> c == 0x85).count() + 1;
    assertThat(complaints)
        .allSatisfy(
            c -> {
              assertThat((long) c.at().line()).isBetween(1L, lines);
              assertThat(c.at().column()).isPositive();
              assertThat(c.message()).doesNotContainPattern("[\\n\\r]").isNotBlank();
              assertThat(c.hint()).isNotBlank();
            });
  }
}
