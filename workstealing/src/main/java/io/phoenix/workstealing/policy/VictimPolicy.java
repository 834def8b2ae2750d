package io.phoenix.workstealing.policy;

/** Decides whom an idle node asks for work. */
@FunctionalInterface
public interface VictimPolicy {
  /** Asks nobody for now. */
  long NOBODY = -1;

  /**
   * The virtual node to ask for work: whoever assumes it is the victim. Called when there is an
   * idle worker, again and again until it says {@link #NOBODY} or enough requests are out.
   *
   * @return a virtual node, not one of {@link ThiefView#own()}; or {@link #NOBODY}, if the requests
   *     that are out already will do
   */
  long victim(ThiefView view);
}
