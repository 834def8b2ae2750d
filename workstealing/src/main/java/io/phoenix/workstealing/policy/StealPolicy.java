package io.phoenix.workstealing.policy;

/**
 * How nodes steal, under a name that jobs ask for. For example, a policy that asks the next node
 * up:
 *
 * <pre>{@code
 * public final class NextUp implements StealPolicy {
 *   public String name() {
 *     return "next-up";
 *   }
 *
 *   public VictimPolicy victims() {
 *     return view ->
 *         view.asked().isEmpty() ? view.own().end() % view.spaceSize() : VictimPolicy.NOBODY;
 *   }
 * }
 * }</pre>
 *
 * <p>A job gets it by the name of the class; or by {@link #name}, if the class is listed in a file
 * {@code META-INF/services/io.phoenix.workstealing.policy.StealPolicy}.
 */
public interface StealPolicy {

  /** The name that jobs ask for. */
  String name();

  /** Whom to ask; a new policy for each job and node. */
  VictimPolicy victims();

  /** How much to give. */
  default AmountPolicy amounts() {
    return AmountPolicy.one();
  }

  /** How long to wait when there is nothing. */
  default BackOffPolicy backOff() {
    return new Exponential();
  }
}
