package io.phoenix.apps.run;

import io.phoenix.workstealing.Application;
import io.phoenix.workstealing.Work;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code phoenix run APP} for an application that has no command: one of the user's own. */
@Command(description = "An application of your own, which --classpath names.")
final class OwnCommand extends AppCommand implements Assignment<Object> {
  private final Application application;

  @Parameters(paramLabel = "ARGUMENT", arity = "0..*", description = "what it takes")
  private List<String> words = new ArrayList<>();

  OwnCommand(Application application) {
    this.application = application;
  }

  @Override
  protected Assignment<?> assignment() {
    try {
      application.work(words);
    } catch (IllegalArgumentException e) {
      throw wrong(application.name() + ": " + e.getMessage());
    }
    return this;
  }

  @Override
  public String application() {
    return application.name();
  }

  @Override
  public List<String> arguments() {
    return List.copyOf(words);
  }

  /** Whatever its type is: what comes of it is only compared, and printed. */
  @Override
  @SuppressWarnings("unchecked")
  public Work<Object> work() {
    return (Work<Object>) application.work(words);
  }

  @Override
  public Object serial() {
    return work().computeSerially();
  }

  @Override
  public Optional<Boolean> isRight(Object result) {
    return Optional.empty();
  }

  @Override
  public boolean isSame(Object one, Object other) {
    return Objects.deepEquals(one, other);
  }

  @Override
  public String present(Object result) {
    String inList = Arrays.deepToString(new Object[] {result}); // arrays, too, element by element
    return inList.substring(1, inList.length() - 1);
  }
}
