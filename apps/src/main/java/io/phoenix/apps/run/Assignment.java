package io.phoenix.apps.run;

import io.phoenix.workstealing.Application;
import io.phoenix.workstealing.Work;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a person asked of an application: the arguments of the job, and what to make of its result.
 *
 * @param <R> the type of the result
 */
public interface Assignment<R> {
  /** The name of the application. */
  String application();

  /**
   * The job's arguments, from which its nodes make the work ({@link Application#work}). They hold
   * all that is needed: a file is here with its contents, as other nodes may not have it.
   */
  List<String> arguments();

  /** The work, as the nodes make it. */
  Work<R> work();

  /** How many tasks it takes, if that is known, for a progress bar. */
  default OptionalLong tasks() {
    return OptionalLong.empty();
  }

  /** The result by the best serial program. */
  R serial();

  /** Whether the result is the known one; empty if none is known. */
  Optional<Boolean> isRight(R result);

  /** Whether two results are the same answer. */
  default boolean isSame(R one, R other) {
    return one.equals(other);
  }

  /** The result for people; also does with it what was asked, such as writing it to a file. */
  String present(R result);
}
