package io.phoenix.apps.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.apps.terminal.UserError;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ChildJvmIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  @Test
  void answersComeInTheOrderOfTheQuestions() {
    var children = new Children("phoenix-test-");
    try (children) {
      ChildJvm child = children.start("echo", Child.class, List.of());
      var first = child.ask("one\nline\\n");
      var second = child.ask("two");
      assertThat(children.await(first, TIMEOUT)).isEqualTo("one\nline\\n");
      assertThat(children.await(second, TIMEOUT)).isEqualTo("two");
      assertThat(children.logs()).exists();
    }
    assertThat(children.logs()).doesNotExist();
  }

  @Test
  void anExceptionIsAnAnswerToo() {
    try (var children = new Children("phoenix-test-")) {
      ChildJvm child = children.start("thrower", Child.class, List.of());
      assertThatThrownBy(() -> children.await(child.ask("throw"), TIMEOUT))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("thrower failed: ")
          .hasMessageContaining("thrown on request");
      assertThat(children.await(child.ask("still here"), TIMEOUT)).isEqualTo("still here");
    }
  }

  @Test
  void aDeadChildIsReportedWithItsExitCodeAndItsLastWords() throws Exception {
    var children = new Children("phoenix-test-");
    try (children) {
      ChildJvm child = children.start("mortal", Child.class, List.of());
      assertThatThrownBy(() -> children.await(child.ask("die"), TIMEOUT))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("mortal ended with exit code 7")
          .hasMessageContaining("last words");
      assertThatThrownBy(() -> children.await(child.ask("anything"), TIMEOUT))
          .hasMessageContaining("exit code 7");
    }
    assertThat(children.logs().resolve("mortal.log")).content().contains("last words");
    Files.delete(children.logs().resolve("mortal.log"));
    Files.delete(children.logs());
  }

  @Test
  void whatAChildStartedEndsWithIt() {
    ProcessHandle started;
    try (var children = new Children("phoenix-test-")) {
      ChildJvm child = children.start("parent", Child.class, List.of());
      String pid = children.await(child.ask("start"), TIMEOUT);
      started = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
      var unused = child.ask("hang"); // so that it has to be killed
    }
    started.onExit().join();
    assertThat(started.isAlive()).isFalse();
  }

  /** Echoes, throws or dies, as it is told. */
  static final class Child {
    private Child() {}

    public static void main(String[] args) {
      LineServer.serve(
          question -> {
            if (question.equals("throw")) {
              throw new IllegalStateException("thrown on request");
            }
            if (question.equals("die")) {
              System.err.println("last words");
              System.exit(7);
            }
            if (question.equals("start")) {
              return Long.toString(new ProcessBuilder("sleep", "1000").start().pid());
            }
            if (question.equals("hang")) {
              Thread.currentThread().join();
            }
            return question;
          });
    }
  }
}
