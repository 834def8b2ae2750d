package io.phoenix.workstealing.steal;

import io.phoenix.api.VirtualRange;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** What a {@link Site} asks of its node. Called with the site's lock held: no method waits. */
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

  /** The interval that this node assumes; {@code null} if it assumes none. */
  @Nullable VirtualRange interval();

  /** This node finds no work, and its policy says that it should leave the job. */
  void leave();
}
