package io.phoenix.apps.table;

import org.jspecify.annotations.Nullable;

/**
 * What nodes of a table say to each other. Each question has a number, which its answer repeats.
 */
sealed interface TableMessage {

  /** The number of the question. */
  long id();

  /** From any node to a virtual node; whoever assumes that answers. */
  sealed interface Request extends TableMessage {
    /** Calls the handler's method for this kind of request. */
    void dispatch(Handler handler, Asker asker);
  }

  /** To the asking node, by its own name. */
  sealed interface Answer extends TableMessage {}

  /** Give this key this value. Answered by {@link Done}. */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record Put(long id, byte[] key, byte[] value) implements Request {
    @Override
    public void dispatch(Handler handler, Asker asker) {
      handler.onPut(this, asker);
    }
  }

  /** Which value has this key? Answered by {@link Value}. */
  @SuppressWarnings("ArrayRecordComponent")
  record Get(long id, byte[] key) implements Request {
    @Override
    public void dispatch(Handler handler, Asker asker) {
      handler.onGet(this, asker);
    }
  }

  /** Remove this key. Answered by {@link Done}. */
  @SuppressWarnings("ArrayRecordComponent")
  record Remove(long id, byte[] key) implements Request {
    @Override
    public void dispatch(Handler handler, Asker asker) {
      handler.onRemove(this, asker);
    }
  }

  /**
   * How many entries are there from the virtual node that this is sent to, up to the end of your
   * interval? Answered by {@link Step}.
   */
  record Count(long id) implements Request {
    @Override
    public void dispatch(Handler handler, Asker asker) {
      handler.onCount(this, asker);
    }
  }

  /** Balance with your neighbours. Answered, when that is over, by {@link Step}. */
  record Balance(long id) implements Request {
    @Override
    public void dispatch(Handler handler, Asker asker) {
      handler.onBalance(this, asker);
    }
  }

  /** The entry was put or removed; {@code existed} tells whether there was one before. */
  record Done(long id, boolean existed) implements Answer {}

  /** The value; {@code null} if there is none. */
  @SuppressWarnings("ArrayRecordComponent")
  record Value(long id, byte @Nullable [] value) implements Answer {}

  /**
   * One step of a walk over the space.
   *
   * @param end where the next one begins
   * @param number how many entries were counted, or intervals moved
   */
  record Step(long id, long end, long number) implements Answer {}

  /**
   * Who sent a request, and to which virtual node.
   *
   * @param name the sender's own name
   * @param v the virtual node
   */
  record Asker(long name, long v) {}

  /** Handles each kind of request. */
  interface Handler {
    /** See {@link Put}. */
    void onPut(Put m, Asker asker);

    /** See {@link Get}. */
    void onGet(Get m, Asker asker);

    /** See {@link Remove}. */
    void onRemove(Remove m, Asker asker);

    /** See {@link Count}. */
    void onCount(Count m, Asker asker);

    /** See {@link Balance}. */
    void onBalance(Balance m, Asker asker);
  }
}
