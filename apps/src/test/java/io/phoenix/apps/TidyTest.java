package io.phoenix.apps;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps the rules that the compiler cannot: what cores may touch, and who may know whom. */
class TidyTest {
  /** Protocols, what they are built of, and the interfaces of the world that they run in. */
  private static final Set<String> CORES =
      Set.of("collect", "dsdv", "flow", "link", "mesh", "names", "node", "wire", "world");

  /** What drives the cores. */
  private static final Set<String> DRIVERS =
      Set.of("embedded", "log", "runtime", "sim", "ssh", "tcp", "tls");

  private static final String ROUTING = "io.phoenix.routing";
  private static final int MAX_LINES = 500;
  private static final Path ROOT = findRoot();

  /** Our own classes; protoc's are not ours to keep tidy. */
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("/io/phoenix/routing/wire/proto/"))
          .importPackages("io.phoenix");

  @Test
  void coresUseNoNetworkThreadsOrLocks() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage(inRouting(CORES))
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(
                        "java.net..",
                        "java.nio.channels..",
                        "java.util.concurrent..",
                        "io.netty..",
                        "com.jcraft..")
                    .and(DescribedPredicate.not(is(TimeUnit.class)))
                    .or(assignableTo(Thread.class))
                    .or(is(ThreadLocal.class))
                    .or(is(Timer.class)))
            .because("a core is driven by one loop, which may be the simulator's"));
  }

  @Test
  void coresReadNoClockAndNoGlobalRandomness() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage(inRouting(CORES))
            .should()
            .accessTargetWhere(
                DescribedPredicate.describe(
                    "reads a clock or a global source", TidyTest::isAmbient))
            .orShould()
            .dependOnClassesThat(is(Clock.class).or(assignableTo(SecureRandom.class)))
            .because("time and randomness are arguments: one seed replays a whole run"));
  }

  @Test
  void coresKnowNothingOfWhatDrivesThem() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage(inRouting(CORES))
            .should()
            .dependOnClassesThat(resideInAnyPackage(inRouting(DRIVERS))));
  }

  @Test
  void everyPackageOfRoutingIsCoreOrDriver() {
    Path routing = ROOT.resolve("phoenix-routing/src/main/java/io/phoenix/routing");
    assertThat(packages())
        .filteredOn(dir -> routing.equals(dir.getParent()))
        .extracting(dir -> dir.getFileName().toString())
        .as(
            "packages of %s: keep the lists of TidyTest in step, so that their rules are known",
            ROUTING)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(CORES, DRIVERS).flatMap(Set::stream).toList());
  }

  @Test
  void apiDependsOnNothingButTheJdk() {
    check(
        classes()
            .that()
            .resideInAPackage("io.phoenix.api..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("io.phoenix.api..", "java..", "org.jspecify.annotations..")
            .because("no Netty, protobuf or JSch type may reach users"));
  }

  @Test
  void librariesOfTheNetworkAreKnownWhereTheyAreNeededOnly() {
    checkKnownOnlyIn("io.netty..", "tcp", "tls");
    checkKnownOnlyIn("javax.net.ssl..", "tls");
    checkKnownOnlyIn("org.bouncycastle..", "tls");
  }

  private static void checkKnownOnlyIn(String library, String... packages) {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages(inRouting(Set.of(packages)))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(library));
  }

  @Test
  void routingDoesNotKnowApps() {
    check(
        noClasses()
            .that()
            .resideInAPackage(ROUTING + "..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.phoenix.apps.."));
  }

  @Test
  void workStealingSeesOnlyTheApiAndMigration() {
    check(
        classes()
            .that()
            .resideInAPackage("io.phoenix.workstealing..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                "io.phoenix.workstealing..",
                "io.phoenix.migration..",
                "io.phoenix.api..",
                "java..",
                "org.slf4j..",
                "org.jspecify.annotations..")
            .because("it runs over the real overlay and over the simulator alike"));
  }

  @Test
  void packagesOfWorkStealingDoNotDependOnEachOtherInCircles() {
    check(slices().assignedFrom(PackagesOf.WORK_STEALING).should().beFreeOfCycles());
  }

  @Test
  void packagesOfAppsAreFreeOfCycles() {
    slices()
        .matching("io.phoenix.(**)")
        .should()
        .beFreeOfCycles()
        .because("what is below can be read without what is above")
        .check(CLASSES.that(resideInAPackage("io.phoenix.apps..")));
  }

  @Test
  void nothingUsesJavaSerialization() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat(
                assignableTo(ObjectInputStream.class).or(assignableTo(ObjectOutputStream.class))));
    assertThat(CLASSES)
        .filteredOn(type -> !type.isAssignableTo(Throwable.class)) // these are so by birth
        .noneMatch(
            type ->
                type.getRawInterfaces().stream()
                    .anyMatch(is(Serializable.class).or(is(Externalizable.class))));
  }

  @Test
  void everyPackageHasItsDoorSign() {
    List<Path> bare = new ArrayList<>();
    for (Path dir : packages()) {
      Path sign = dir.resolve("package-info.java");
      if (!Files.exists(sign)
          || !read(sign).startsWith("/**")
          || !read(sign).contains("@NullMarked")) {
        bare.add(ROOT.relativize(dir));
      }
    }
    assertThat(bare)
        .as("packages without Javadoc and @NullMarked in a package-info.java")
        .isEmpty();
  }

  @Test
  void noFileIsTooLong() {
    // A specification is one argument, and all versions are in one place: each is one file.
    assertThat(filesThat(text -> text.lines().count() > MAX_LINES))
        .filteredOn(file -> !file.toString().endsWith(".tla") && !file.equals(Path.of("pom.xml")))
        .as("files of more than %d lines", MAX_LINES)
        .isEmpty();
  }

  @Test
  void modulesHoldTheirSourcesAndNothingElse() throws IOException {
    for (Path pom : files().stream().filter(file -> file.endsWith("pom.xml")).toList()) {
      Path module = ROOT.resolve(pom).getParent();
      if (!module.equals(ROOT)) {
        try (Stream<Path> children = Files.list(module)) {
          assertThat(children.filter(child -> !Files.exists(child.resolve("pom.xml"))))
              .extracting(child -> child.getFileName().toString())
              .filteredOn(child -> !child.startsWith("."))
              .isSubsetOf("pom.xml", "src", "target");
        }
      }
    }
  }

  @Test
  void nothingIsLeftToDo() {
    Pattern mark = Pattern.compile("\\b(TO" + "DO|FIX" + "ME)\\b");
    assertThat(filesThat(text -> mark.matcher(text).find()))
        .as("files with a mark of unfinished work")
        .isEmpty();
  }

  /** Each package of a module by itself, the one that has the module's name too. */
  private record PackagesOf(String module) implements SliceAssignment {
    static final PackagesOf WORK_STEALING = new PackagesOf("io.phoenix.workstealing");

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      String name = type.getPackageName();
      return name.equals(module) || name.startsWith(module + ".")
          ? SliceIdentifier.of(name)
          : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
      return "packages of " + module;
    }
  }

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(CLASSES);
  }

  private static String[] inRouting(Set<String> packages) {
    return packages.stream().map(name -> ROUTING + "." + name + "..").toArray(String[]::new);
  }

  private static DescribedPredicate<JavaClass> is(Class<?> type) {
    return JavaClass.Predicates.equivalentTo(type);
  }

  /** Whether what is called gives another answer in another run, from the same arguments. */
  private static boolean isAmbient(JavaAccess<?> access) {
    AccessTarget target = access.getTarget();
    JavaClass owner = target.getOwner();
    int arguments =
        target instanceof CodeUnitAccessTarget unit ? unit.getRawParameterTypes().size() : -1;
    return switch (target.getName()) {
      case "nanoTime", "currentTimeMillis" -> owner.isEquivalentTo(System.class);
      case "now" -> owner.getPackageName().startsWith("java.time");
      case "random" -> owner.isEquivalentTo(Math.class);
      case "shuffle" -> owner.isEquivalentTo(Collections.class) && arguments == 1;
      case "randomUUID" -> true;
      case "getDefault" -> owner.getPackageName().startsWith("java.util.random");
      case "<init>" ->
          arguments == 0
              && (owner.isAssignableTo(Random.class)
                  || owner.isEquivalentTo(SplittableRandom.class));
      default -> false;
    };
  }

  /** Directories with Java files in them, of all modules. */
  private static Set<Path> packages() {
    return files().stream()
        .filter(file -> file.toString().contains("/src/main/java/"))
        .map(Path::getParent)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Every text file that people write: not what Git or the build put there. */
  private static List<Path> files() {
    List<Path> found = new ArrayList<>();
    collect(ROOT, found);
    return found;
  }

  private static List<Path> filesThat(Predicate<String> isUntidy) {
    return files().stream()
        .filter(file -> isUntidy.test(read(file)))
        .map(ROOT::relativize)
        .toList();
  }

  private static void collect(Path dir, List<Path> found) {
    try (Stream<Path> children = Files.list(dir)) {
      for (Path child : children.sorted().toList()) {
        String name = child.getFileName().toString();
        if (Files.isDirectory(child)) {
          if (!name.startsWith(".") && !name.equals("target")) {
            collect(child, found);
          }
        } else if (isText(name)) {
          found.add(child);
        }
      }
    } catch (IOException e) {
      throw new AssertionError("cannot list " + dir, e);
    }
  }

  /** Scripts have no extension. */
  private static boolean isText(String name) {
    return !name.contains(".")
        || name.matches(".*\\.(java|proto|xml|md|sh|c|h|py|tla|cfg|properties)");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError("cannot read " + file, e);
    }
  }

  private static Path findRoot() {
    Path dir = Path.of("").toAbsolutePath();
    while (!Files.exists(dir.resolve("phoenix-api/pom.xml"))) {
      dir = dir.getParent();
    }
    return dir;
  }
}
