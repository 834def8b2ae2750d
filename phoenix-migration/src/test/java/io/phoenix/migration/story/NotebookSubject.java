package io.phoenix.migration.story;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.state.Incoming;
import io.phoenix.migration.state.Outgoing;

/** How an application's state is put through stories: {@link Notebook}'s. */
public final class NotebookSubject implements Subject {
  private final Notebook notebook = new Notebook();

  @Override
  public void remember(long v, long sender, long number) {
    notebook.write(v, "from " + sender, Long.toString(number));
  }

  @Override
  public long last(long v, long sender) {
    String number = notebook.read(v, "from " + sender);
    return number == null ? 0 : Long.parseLong(number);
  }

  @Override
  public boolean isLive() {
    return notebook.isLive();
  }

  @Override
  public Outgoing handOut(VirtualRange range) {
    return notebook.handOut(range);
  }

  @Override
  public Incoming takeIn(VirtualRange range) {
    return notebook.takeIn(range);
  }
}
