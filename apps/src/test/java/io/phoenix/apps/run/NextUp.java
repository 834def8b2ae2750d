package io.phoenix.apps.run;

import io.phoenix.workstealing.policy.StealPolicy;
import io.phoenix.workstealing.policy.VictimPolicy;

/** The policy that the README shows. */
public final class NextUp implements StealPolicy {
  @Override
  public String name() {
    return "next-up";
  }

  @Override
  public VictimPolicy victims() {
    return view ->
        view.asked().isEmpty() ? view.own().end() % view.spaceSize() : VictimPolicy.NOBODY;
  }
}
