package io.phoenix.workstealing;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.workstealing.codec.Codec;
import io.phoenix.workstealing.task.DivideAndConquer;
import io.phoenix.workstealing.task.LongDivideAndConquer;
import io.phoenix.workstealing.task.Parts;
import io.phoenix.workstealing.task.TaskContext;
import org.junit.jupiter.api.Test;

/** Work computed by plain recursion. */
class WorkTest {

  /** Doubly recursive Fibonacci numbers. */
  private static final class Fib implements LongDivideAndConquer {
    @Override
    public int parts(long n) {
      return n < 2 ? 0 : 2;
    }

    @Override
    public long part(long n, int i) {
      return n - 1 - i;
    }

    @Override
    public long solve(long n) {
      return n;
    }

    @Override
    public long combine(long soFar, long part) {
      return soFar + part;
    }
  }

  /** The first multiple of 7 among the numbers of so many digits in a tree of digits. */
  private static final class FirstMultiple implements DivideAndConquer<String, String> {
    @Override
    public void divide(String digits, Parts<String> parts) {
      if (digits.length() < 4) {
        for (int digit = 1; digit < 10; digit++) {
          parts.add(digits + digit);
        }
      }
    }

    @Override
    public String solve(String leaf, TaskContext context) {
      return Integer.parseInt(leaf) % 7 == 0 ? leaf : "";
    }

    @Override
    public String initial(String problem) {
      return "";
    }

    @Override
    public String combine(String soFar, String part) {
      return soFar.isEmpty() ? part : soFar;
    }

    @Override
    public boolean isEnough(String soFar) {
      return !soFar.isEmpty();
    }

    @Override
    public Codec<String> problems() {
      return Codec.strings();
    }

    @Override
    public Codec<String> results() {
      return Codec.strings();
    }
  }

  @Test
  void longsAreDividedSolvedAndCombined() {
    assertThat(Work.ofLongs(new Fib(), 20).computeSerially()).isEqualTo(6765);
  }

  @Test
  void searchEndsWhenThereIsEnough() {
    assertThat(Work.of(new FirstMultiple(), "").computeSerially()).isEqualTo("1113");
  }

  @Test
  void specReadsAsACommand() {
    assertThat(JobSpec.of("nqueens", "14").withPolicy("lottery"))
        .hasToString("nqueens 14")
        .extracting(JobSpec::policy)
        .isEqualTo("lottery");
  }
}
