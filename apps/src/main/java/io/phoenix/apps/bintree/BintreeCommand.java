package io.phoenix.apps.bintree;

import io.phoenix.apps.run.AppCommand;
import io.phoenix.apps.run.Assignment;
import io.phoenix.workstealing.Work;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code phoenix run bintree}. */
@Command(
    name = BintreeApplication.NAME,
    description = "A binary tree of tasks, each of which spins for a while.")
public final class BintreeCommand extends AppCommand implements Assignment<Long> {
  @Parameters(
      paramLabel = "DEPTH",
      arity = "0..1",
      defaultValue = "22",
      description = "levels below the root (default: ${DEFAULT-VALUE})")
  private int depth;

  @Option(
      names = "--spins",
      paramLabel = "N",
      defaultValue = "1000",
      description = "a task's own work, in steps of about a nanosecond (default: ${DEFAULT-VALUE})")
  private int spins;

  @Override
  protected Assignment<Long> assignment() {
    requireWithin("DEPTH", depth, 0, Bintree.MAX_DEPTH);
    requireWithin("--spins", spins, 0, Bintree.MAX_SPINS);
    return this;
  }

  @Override
  public String application() {
    return BintreeApplication.NAME;
  }

  @Override
  public List<String> arguments() {
    return List.of(Integer.toString(depth), Integer.toString(spins));
  }

  @Override
  public Work<Long> work() {
    return new BintreeApplication().work(arguments());
  }

  @Override
  public OptionalLong tasks() {
    return OptionalLong.of(Bintree.known(depth));
  }

  @Override
  public Long serial() {
    return Bintree.serial(depth, spins);
  }

  @Override
  public Optional<Boolean> isRight(Long result) {
    return Optional.of(result == Bintree.known(depth));
  }

  @Override
  public String present(Long result) {
    return "a tree of depth %d has %,d nodes".formatted(depth, result);
  }
}
