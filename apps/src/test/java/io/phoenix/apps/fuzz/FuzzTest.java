package io.phoenix.apps.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** A few thousand malformed inputs at each door, of a fixed seed and of a fresh one. */
class FuzzTest {
  private static final int INPUTS = 2_000;
  private static final long FIXED = 1;

  @TempDir private Path dir;

  static Stream<String> doors() {
    return Doors.ALL.stream().map(FuzzDoor::name);
  }

  @ParameterizedTest
  @MethodSource("doors")
  void noInputHasAnEffectBeyondItsLink(String name) {
    fuzz(name, FIXED);
    long fresh = new SplittableRandom().nextLong();
    System.out.println("door " + name + ", fresh seed " + fresh);
    fuzz(name, fresh);
  }

  private void fuzz(String name, long seed) {
    var fuzzer = new Fuzzer(Doors.named(name).get(0), seed, Fuzzer.Watcher.NONE);
    Fuzzer.Finding found = fuzzer.run(INPUTS, Long.MAX_VALUE);
    if (found != null) {
      fail(
          "scripts/fuzz --door %s --inputs %d --seed %d".formatted(name, INPUTS, seed),
          found.why());
    }
    assertThat(fuzzer.inputs()).isEqualTo(INPUTS);
  }

  /** Breaks the promise if it is given two bytes of 7. */
  private static final class TwoSevens implements FuzzDoor, Trial {
    private int sevens;

    @Override
    public String name() {
      return "ports";
    }

    @Override
    public String what() {
      return "sevens";
    }

    @Override
    public int trialInputs() {
      return 100;
    }

    @Override
    public Trial open(long seed) {
      return new TwoSevens();
    }

    @Override
    public List<byte[]> valid() {
      return List.of(new byte[] {1, 7, 2, 3}, new byte[100]);
    }

    @Override
    public void put(byte[] input) {
      for (byte b : input) {
        sevens += b == 7 ? 1 : 0;
      }
      BrokenPromise.unless(sevens < 2, "two sevens");
    }

    @Override
    public long refused() {
      return 0;
    }

    @Override
    public void check() {}
  }

  @Test
  void whatBreaksAPromiseIsCutDownAndCanBeReadAgain() {
    Fuzzer.Finding found =
        new Fuzzer(new TwoSevens(), 1, Fuzzer.Watcher.NONE).run(1000, Long.MAX_VALUE);
    assertThat(found).isNotNull();
    assertThat(found.why()).hasMessage("two sevens");
    assertThat(found.input().bytes()).isEqualTo(2);
    Path file = dir.resolve("case.fuzz");
    found.input().write(file, found.why());
    FuzzCase read = FuzzCase.read(file);
    assertThat(read.seed()).isEqualTo(found.input().seed());
    assertThat(read.inputs()).usingRecursiveComparison().isEqualTo(found.input().inputs());
    assertThat(file).content().contains("scripts/fuzz --replay " + file);
  }

  @Test
  void theSameSeedGivesTheSameInputs() {
    assertThat(inputs(5)).usingRecursiveComparison().isEqualTo(inputs(5)).isNotEqualTo(inputs(6));
  }

  private static List<byte[]> inputs(long seed) {
    var mutator = new Mutator(new SplittableRandom(seed));
    mutator.feed(List.of(new byte[] {1, 2, 3}, new byte[] {8, 1, 18, 2, 8, 3}));
    return Stream.generate(mutator::next).limit(200).toList();
  }

  @Test
  void theCommandSaysWhichDoorsThereAre() {
    var out = new StringWriter();
    var command = new CommandLine(new FuzzCommand()).setOut(new PrintWriter(out));
    assertThat(command.execute("--help")).isZero();
    assertThat(out.toString()).contains("--replay").contains(doors().toList());
  }
}
