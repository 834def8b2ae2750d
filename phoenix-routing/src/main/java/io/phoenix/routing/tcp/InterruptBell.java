package io.phoenix.routing.tcp;

import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelector;
import java.util.Set;

/**
 * Makes {@link Thread#interrupt} end a wait in native code that Java knows nothing of. The Java
 * library has one public way to be told of an interrupt while it happens: to be a selector, whose
 * {@link #wakeup} is called then. Nothing is ever selected here.
 */
final class InterruptBell extends AbstractSelector {
  private final Runnable ring;

  /** Calls {@code ring}, on the interrupting thread, for interrupts while {@linkplain #on on}. */
  InterruptBell(Runnable ring) {
    super(null);
    this.ring = ring;
  }

  /** From here on an interrupt of this thread rings; at once if it was interrupted before. */
  void on() {
    begin();
  }

  void off() {
    end();
  }

  @Override
  public Selector wakeup() {
    ring.run();
    return this;
  }

  @Override
  protected void implCloseSelector() {}

  @Override
  protected SelectionKey register(AbstractSelectableChannel ch, int ops, Object att) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Set<SelectionKey> keys() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Set<SelectionKey> selectedKeys() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int selectNow() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int select(long timeout) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int select() {
    throw new UnsupportedOperationException();
  }
}
