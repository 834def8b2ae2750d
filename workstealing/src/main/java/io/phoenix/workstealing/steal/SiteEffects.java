package io.phoenix.workstealing.steal;

import io.phoenix.api.VirtualRange;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** What a {@link Site} needs done. Called with the site's lock held; nothing of it waits. */
public interface SiteEffects {

  /** Sends a message to the virtual node {@link StealMessage#to}. */
  void send(StealMessage message);

  /** There may be work for an idle worker. */
  void wake(int worker);

  /** A task has thrown: the job cannot go on. */
  void fail(Throwable cause);

  /** A task has written a line. */
  void print(String line);

  /** Calls {@code action} with the time, after a delay. */
  void after(long delayNs, LongConsumer action);

  /** What this node assumes; {@code null} if nothing. */
  @Nullable VirtualRange interval();

  /** This node finds no work, and its policy says that it should leave the job. */
  void leave();
}
