package io.phoenix.apps.config;

import io.phoenix.api.SshHop;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How a host can be reached from other LANs. */
public sealed interface Reach {

  /** Its TCP ports are open to everybody. */
  record Direct() implements Reach {
    @Override
    public String toString() {
      return "directly";
    }
  }

  /**
   * By SSH, and through that to its ports.
   *
   * @param at its SSH server as seen from outside; {@code null} if it goes by the host's own name
   * @param jumps other SSH servers on the way there, the first one first
   */
  record Ssh(@Nullable SshHop at, List<SshHop> jumps) implements Reach {
    /** Copies the list. */
    public Ssh {
      jumps = List.copyOf(jumps);
    }

    @Override
    public String toString() {
      String through = jumps.stream().map(Reach::plainly).collect(Collectors.joining(", then "));
      return "by SSH"
          + (at == null ? "" : " at " + plainly(at))
          + (through.isEmpty() ? "" : " through " + through);
    }
  }

  /**
   * An SSH server that it logs in to listens for it; whoever can log in there, too, reaches it.
   *
   * @param via the servers on the way, that one last
   */
  record Listening(List<SshHop> via) implements Reach {
    /** Copies the list. */
    public Listening {
      via = List.copyOf(via);
    }

    @Override
    public String toString() {
      return "at "
          + via.stream().map(Reach::plainly).collect(Collectors.joining(", then "))
          + ", which listens for it";
    }
  }

  /** Not at all: it can only reach others. */
  record None() implements Reach {
    @Override
    public String toString() {
      return "not from outside";
    }
  }

  /** As people write it. */
  private static String plainly(SshHop hop) {
    return hop.toString().replace("ssh://", "");
  }
}
