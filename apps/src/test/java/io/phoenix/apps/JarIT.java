package io.phoenix.apps;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is in the jar that users start and that goes to every host. */
class JarIT {
  private static final Path FILE = Path.of("target/phoenix.jar");
  private static final long MAX_BYTES = 20_000_000;
  private static final String BOUNCY_CASTLE = "org.bouncycastle.";

  private JarFile jar;

  /** A line of META-INF/licenses/INDEX.txt. */
  private record Part(String packages, String licence) {}

  @BeforeEach
  void open() throws IOException {
    jar = new JarFile(FILE.toFile());
  }

  @AfterEach
  void close() throws IOException {
    jar.close();
  }

  @Test
  void itIsSmall() throws IOException {
    assertThat(Files.size(FILE)).isLessThan(MAX_BYTES);
  }

  @Test
  void benchmarksAndTestsAreNotInIt() {
    assertThat(entries())
        .noneMatch(name -> name.matches(".*(/bench/|jmh|Benchmark|junit|jqwik|archunit).*"));
  }

  @Test
  void nativeLibrariesAreThoseOfLinux() {
    assertThat(entries())
        .filteredOn(name -> name.matches("META-INF/native/.+"))
        .isNotEmpty()
        .allMatch(name -> name.matches(".*_linux_.*|.*_epoll_.*"));
  }

  @Test
  void ourLicenceIsTheTopOne() throws IOException {
    assertThat(text("LICENSE")).isEqualTo(Files.readString(Path.of("../LICENSE")));
  }

  @Test
  void thereIsALicenceForEachClassOfOthers() throws IOException {
    List<Part> parts =
        text("META-INF/licenses/INDEX.txt")
            .lines()
            .map(line -> line.split(" {2,}", -1))
            .filter(cells -> cells.length == 3 && !cells[2].equals("licence"))
            .map(cells -> new Part(cells[0], cells[2]))
            .toList();
    assertThat(parts).allSatisfy(part -> assertThat(text(part.licence())).isNotBlank());
    Set<String> bare = new TreeSet<>();
    Set<String> absent = new TreeSet<>(parts.stream().map(Part::packages).toList());
    for (String name : entries()) {
      String type = name.replaceFirst("^META-INF/versions/\\d+/", "");
      if (type.endsWith(".class") && !type.startsWith("io/phoenix/")) {
        List<String> owners =
            parts.stream().map(Part::packages).filter(p -> type.startsWith(p + "/")).toList();
        absent.removeAll(owners);
        if (owners.isEmpty()) {
          bare.add(type.substring(0, type.lastIndexOf('/')));
        }
      }
    }
    assertThat(bare).as("packages that INDEX.txt does not list").isEmpty();
    assertThat(absent).as("packages that INDEX.txt lists and that are not there").isEmpty();
  }

  /** The build leaves out most of Bouncy Castle: what is missing would show at run time only. */
  @Test
  void everythingOfBouncyCastleThatWeOrJschMayReachIsInIt() {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(
                location ->
                    location.matches(
                        Pattern.compile(".*!/(io/phoenix|com/jcraft|org/bouncycastle)/.*")))
            .importJar(jar);
    Set<String> there = new HashSet<>();
    Deque<JavaClass> toVisit = new ArrayDeque<>();
    for (JavaClass type : classes) {
      there.add(type.getName());
      if (!type.getName().startsWith(BOUNCY_CASTLE)) {
        toVisit.add(type);
      }
    }
    Set<String> reached = new TreeSet<>();
    while (!toVisit.isEmpty()) {
      for (Dependency dependency : toVisit.remove().getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (target.getName().startsWith(BOUNCY_CASTLE) && reached.add(target.getName())) {
          toVisit.add(target);
        }
      }
    }
    assertThat(reached).hasSizeGreaterThan(100);
    assertThat(there).containsAll(reached);
  }

  private List<String> entries() {
    return jar.stream().map(ZipEntry::getName).toList();
  }

  private String text(String name) throws IOException {
    ZipEntry entry = jar.getEntry(name);
    assertThat(entry).as(name).isNotNull();
    try (InputStream in = jar.getInputStream(entry)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
