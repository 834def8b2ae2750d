package io.phoenix.routing.sim.scenario;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * In the end links are tested and nothing else is said: no message, route or record is repeated for
 * ever. Some things may take a while: the last links to come back, fences along ways that are no
 * longer used.
 */
final class QuietCheck {
  private static final long SPELL_NS = 6_000_000_000L;
  private static final int SPELLS = 20;
  private static final int SHOWN = 5;

  private final Stage stage;
  private final List<String> frames = new ArrayList<>();

  QuietCheck(Stage stage) {
    this.stage = stage;
    stage.world.network().tap(new FrameTap((way, frame) -> frames.add(way + ": " + frame)));
  }

  /** Listens until nothing was said for a while; returns what is said all the time, if anything. */
  @Nullable String unrest() {
    for (int i = 0; i < SPELLS; i++) {
      frames.clear();
      stage.world.runFor(SPELL_NS);
      if (frames.isEmpty()) {
        return null;
      }
    }
    return frames.size() + " frames at rest: " + frames.subList(0, Math.min(SHOWN, frames.size()));
  }
}
