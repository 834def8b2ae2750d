package io.phoenix.apps.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.EmbeddedCluster;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.JobReport;
import io.phoenix.workstealing.Stealing;
import io.phoenix.workstealing.StealingSettings;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The policy of one's own that the README shows is compiled as it stands there, and used. */
class ReadmePolicyTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Pattern POLICY =
      Pattern.compile(
          "```java\n(public final class (\\w+) implements StealPolicy .*?)```", Pattern.DOTALL);

  @Test
  void policyOfTheReadmeWorksWithoutTouchingTheEngine(@TempDir Path directory) throws Exception {
    Matcher shown = POLICY.matcher(Files.readString(Path.of("../README.md")));
    assertThat(shown.find()).isTrue();
    assertThat(shown.group(1).lines().count()).isLessThanOrEqualTo(11);
    Path source = directory.resolve("shown").resolve(shown.group(2) + ".java");
    Files.createDirectories(source.getParent());
    Files.writeString(
        source, "package shown;\nimport io.phoenix.workstealing.policy.*;\n" + shown.group(1));
    String[] options = {"-cp", System.getProperty("java.class.path"), source.toString()};
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options)).isZero();

    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (var loader = new URLClassLoader(new URL[] {directory.toUri().toURL()}, before)) {
      thread.setContextClassLoader(loader); // the threads of nodes inherit it
      try (EmbeddedCluster cluster = Phoenix.embedded(1, NodeConfig.of("readme", 1 << 20))) {
        run(cluster, "shown." + shown.group(2));
      }
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static void run(EmbeddedCluster cluster, String policy) throws Exception {
    var settings = StealingSettings.defaults();
    try (Stealing one = Stealing.on(cluster.node(0), Applications.installed(), settings);
        Stealing other = Stealing.on(cluster.join(), Applications.installed(), settings)) {
      assertThat(other.join().await(SOON).reached()).isTrue();
      Assignment<?> board = Tries.assignment("nqueens 13");
      JobReport<Object> report = one.submit(Tries.spec(board, policy), Object.class).await(SOON);
      assertThat(Tries.isRight(board, report.result())).isTrue();
      assertThat(report.total().stolen()).isPositive();
    }
  }
}
