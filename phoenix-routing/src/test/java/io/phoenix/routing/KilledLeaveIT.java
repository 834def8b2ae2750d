package io.phoenix.routing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.Phoenix;
import io.phoenix.api.PhoenixException;
import io.phoenix.routing.LeavingChild.Numbers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Over TCP: between the writing of a leave's log and the telling of it. */
@Timeout(120)
class KilledLeaveIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir Path directory;

  /** kill -9 of a process that has written its log and told nobody. */
  @RepeatedTest(3)
  void whatWasSentToAndFromTheOneThatIsKilledArrivesOnceAndInOrder() throws Exception {
    Path log = directory.resolve("log");
    try (Node stays = Phoenix.open(LeavingChild.CONFIG)) {
      stays.assume(LeavingChild.LOW);
      Process child = start(stays.localPort().toString(), log);
      try (BufferedReader said = child.inputReader(UTF_8)) {
        List<Integer> fromChild = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
          fromChild.add(Numbers.in(stays.recv(LeavingChild.DATA).payload()));
          stays.send(LeavingChild.HIGH.first(), LeavingChild.DATA, Numbers.of(i));
        }
        stays.send(LeavingChild.HIGH.first(), LeavingChild.LEAVE, new byte[0]);
        assertThat(said.readLine()).isEqualTo(LeavingChild.KEPT);
        stays.send(LeavingChild.HIGH.first(), LeavingChild.DATA, Numbers.of(2000));
        child.destroyForcibly();
        assertThat(child.waitFor()).isEqualTo(137);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log)))
            .isEqualTo("rw-------");
        try (Node back =
            Phoenix.open(LeavingChild.CONFIG.withPorts(stays.localPort().toString()), log)) {
          assertThat(back.stateInLog()).containsExactly(7);
          assertThat(numbers(back, 2001)).isEqualTo(IntStream.range(0, 2001).boxed().toList());
          back.send(LeavingChild.LOW.first(), LeavingChild.DATA, Numbers.of(-1));
          for (int next = receive(stays); next >= 0; next = receive(stays)) {
            fromChild.add(next);
          }
          assertThat(fromChild).isEqualTo(IntStream.range(0, fromChild.size()).boxed().toList());
          assertThat(back.poll()).isNull();
        }
      } finally {
        child.destroyForcibly();
      }
    }
  }

  private static List<Integer> numbers(Node node, int count) throws InterruptedException {
    List<Integer> numbers = new ArrayList<>();
    while (numbers.size() < count) {
      numbers.add(receive(node));
    }
    return numbers;
  }

  private static int receive(Node node) throws InterruptedException {
    Message next = node.recv(LeavingChild.DATA, PATIENCE);
    assertThat(next).as("next message").isNotNull();
    return Numbers.in(next.payload());
  }

  private static Process start(String port, Path log) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            LeavingChild.class.getName(),
            port,
            log.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  @Test
  void whoseLogCannotBeWrittenTakesPartAsBefore() throws Exception {
    Path gone = Files.createDirectory(directory.resolve("gone"));
    try (Node stays = Phoenix.open(LeavingChild.CONFIG);
        Node leaver = Phoenix.open(LeavingChild.CONFIG.withPorts(stays.localPort().toString()))) {
      leaver.assume(LeavingChild.HIGH);
      List<Integer> handled = new ArrayList<>();
      leaver.handle(3, m -> handled.add(Numbers.in(m.payload())));
      stays.send(40, LeavingChild.DATA, Numbers.of(1));
      stays.send(40, 3, Numbers.of(1));
      assertThatThrownBy(() -> leaver.leave(gone.resolve("log"), () -> remove(gone)))
          .isInstanceOf(PhoenixException.class)
          .hasMessageContaining("could not write all of the leave log " + gone)
          .hasMessageEndingWith(
              "has not left, and nothing is lost: make room there or choose another place, and"
                  + " leave again");
      assertThat(leaver.assumed().contains(40)).isTrue();
      stays.send(40, 3, Numbers.of(2));
      stays.send(40, LeavingChild.DATA, Numbers.of(2)); // the other is handled when this is here
      leaver.send(stays.resourceName(), LeavingChild.DATA, Numbers.of(3));
      assertThat(numbers(leaver, 2)).containsExactly(1, 2);
      assertThat(receive(stays)).isEqualTo(3);
      Path log = directory.resolve("log");
      assertThat(leaver.leave(log).inOrder()).isTrue();
      assertThat(handled).containsExactly(1, 2);
      assertThat(log).exists();
    }
  }

  /** When it is asked for, the log has been begun and nothing of it is written. */
  private static byte[] remove(Path directory) {
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(directory);
      return new byte[0];
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
