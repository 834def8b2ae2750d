package io.phoenix.workstealing;

import java.util.List;

/**
 * A job as a person asks for it: an application, its arguments, and how to steal.
 *
 * <pre>{@code
 * JobSpec.of("nqueens", "14").withPolicy("lottery")
 * }</pre>
 *
 * @param application the name of the application
 * @param arguments what {@link Application#work} gets
 * @param policy the name of the policy by which work is stolen
 */
public record JobSpec(String application, List<String> arguments, String policy) {

  /** The policy unless another is asked for. */
  public static final String DEFAULT_POLICY = "random";

  /** Copies the arguments. */
  public JobSpec {
    arguments = List.copyOf(arguments);
  }

  /** A job with the default policy. */
  public static JobSpec of(String application, String... arguments) {
    return new JobSpec(application, List.of(arguments), DEFAULT_POLICY);
  }

  /** With another policy. */
  public JobSpec withPolicy(String changed) {
    return new JobSpec(application, arguments, changed);
  }

  @Override
  public String toString() {
    return (application + " " + String.join(" ", arguments)).strip();
  }
}
