package io.phoenix.bench;

import java.io.IOException;

/**
 * One end of a pair of processes that exchange messages. The first byte of a message is {@link
 * #LAST} in the last round, so that the serving end knows when it is over.
 */
interface Endpoint extends AutoCloseable {
  byte MORE = 0;
  byte LAST = 1;

  /** Waits for the other end; returns the address that it shall connect to. */
  String listen() throws Exception;

  /** Connects to the other end, or to the next relay on the way there. */
  void connect(String address) throws Exception;

  /** Relays between the other two; returns the address that the client shall connect to. */
  default String relay(String address) throws Exception {
    throw new UnsupportedOperationException(getClass() + " cannot relay to " + address);
  }

  /** The serving side of a task; returns when the last round is over. */
  void serve(Task task) throws Exception;

  /** The measuring side of a task. */
  double measure(Task task) throws Exception;

  /** How many messages this end has streamed so far, warm-up and all. */
  default long streamed() {
    return 0;
  }

  /** Ends the connection; {@link #listen} or {@link #connect} may follow. */
  @Override
  void close() throws IOException;
}
