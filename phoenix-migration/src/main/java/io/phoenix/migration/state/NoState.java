package io.phoenix.migration.state;

import io.phoenix.api.VirtualRange;
import org.jspecify.annotations.Nullable;

/** Nothing, moved. */
enum NoState implements MigratingState {
  INSTANCE;

  @Override
  public Outgoing handOut(VirtualRange range) {
    return new Outgoing() {
      @Override
      public byte @Nullable [] next(int maxBytes) {
        return null;
      }

      @Override
      public void end(boolean handedOver) {}
    };
  }

  @Override
  public Incoming takeIn(VirtualRange range) {
    return new Incoming() {
      @Override
      public void add(byte[] chunk) {
        throw new IllegalArgumentException("a chunk of state, where none is kept");
      }

      @Override
      public void end(boolean assumed) {}
    };
  }
}
