package io.phoenix.routing.world;

/**
 * Something that every node of a cluster shall have the newest edition of, for the sake of the
 * wires: nodes pass it on to their neighbours without knowing what it says. Used on the node's loop
 * only.
 */
public interface Bulletin {
  /** The longest edition. */
  int MAX_BYTES = 512 << 10;

  /** For transports that have nothing to say. */
  Bulletin NONE =
      new Bulletin() {
        @Override
        public byte[] newest() {
          return new byte[0];
        }

        @Override
        public boolean offer(byte[] edition) {
          return false;
        }

        @Override
        public void onNew(Runnable listener) {}
      };

  /** The newest edition that is known here; empty if there is none. */
  byte[] newest();

  /**
   * A neighbour has this edition.
   *
   * @return whether it is genuine and newer, and so {@link #newest} from now on
   */
  boolean offer(byte[] edition);

  /** Has {@code listener} told when there is a new edition that was not offered. */
  void onNew(Runnable listener);
}
