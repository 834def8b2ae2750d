package io.phoenix.routing.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The story of a run: the last few dozen notes, for a failure's message, and a hash of every event,
 * by which two runs can be compared. Notes are formatted only when somebody reads them.
 */
public final class Trace {
  private static final int KEPT = 64;

  private record Note(long timeNs, String pattern, List<Object> arguments) {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%12.6f s  ", timeNs / 1e9)
          + String.format(Locale.ROOT, pattern, arguments.toArray());
    }
  }

  private final LongSupplier clock;
  private final @Nullable Note[] ring = new Note[KEPT];
  private String replay = "";
  private @Nullable Consumer<String> reader;
  private long notes;
  private long hash = 1;

  Trace(LongSupplier clock) {
    this.clock = clock;
  }

  /** Adds a note; the pattern is a constant, as for {@link String#format}. */
  public void note(String pattern, Object... arguments) {
    Note note = new Note(clock.getAsLong(), pattern, List.of(arguments));
    ring[(int) (notes++ % KEPT)] = note;
    mix(note.timeNs() ^ pattern.hashCode());
    for (Object argument : arguments) {
      // Of numbers and texts only: the hash code of anything else may differ from run to run.
      mix(argument instanceof Number number ? number.longValue() : argument.toString().hashCode());
    }
    if (reader != null) {
      reader.accept(note.toString());
    }
  }

  /** Shows every note to {@code reader} from now on, as it is made. */
  public void showTo(Consumer<String> reader) {
    this.reader = reader;
  }

  /** Says which command repeats this run. */
  public void replayedBy(String command) {
    replay = command;
  }

  /** A number that two runs share if, and almost only if, the same happened in both. */
  public long hash() {
    return hash;
  }

  /** The last notes, oldest first. */
  public List<String> last() {
    var lines = new ArrayList<String>();
    for (long i = Math.max(0, notes - KEPT); i < notes; i++) {
      lines.add(String.valueOf(ring[(int) (i % KEPT)]));
    }
    return lines;
  }

  void mix(long value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15L;
    hash ^= hash >>> 29;
  }

  /** The exception that ends a run, with the story so far. */
  SimFailure failure(long seed, String what, @Nullable Throwable cause) {
    String time = String.format(Locale.ROOT, "%.6f", clock.getAsLong() / 1e9);
    var story = new StringBuilder("  seed ").append(seed).append(", virtual time ").append(time);
    story.append(" s\n");
    if (!replay.isEmpty()) {
      story.append("  replay: ").append(replay).append('\n');
    }
    story.append("  what came before:\n");
    for (String line : last()) {
      story.append("    ").append(line).append('\n');
    }
    return new SimFailure(what, story.toString(), cause);
  }
}
