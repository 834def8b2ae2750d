package io.phoenix.routing.runtime;

import io.phoenix.api.Message;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A ring of messages and the numbers of their arrival; allocates only to grow. */
final class TagQueue {
  private @Nullable Message[] messages = new Message[16];
  private long[] numbers = new long[16];
  private int head;
  private int count;

  boolean isEmpty() {
    return count == 0;
  }

  long firstNumber() {
    return numbers[head];
  }

  void add(Message message, long number) {
    if (count == messages.length) {
      grow();
    }
    int slot = (head + count++) & (messages.length - 1);
    messages[slot] = message;
    numbers[slot] = number;
  }

  Message remove() {
    Message message = Objects.requireNonNull(messages[head], "removed from an empty queue");
    messages[head] = null;
    head = (head + 1) & (messages.length - 1);
    count--;
    return message;
  }

  private void grow() {
    @Nullable Message[] biggerMessages = new Message[2 * count];
    long[] biggerNumbers = new long[2 * count];
    for (int i = 0; i < count; i++) {
      int slot = (head + i) & (count - 1);
      biggerMessages[i] = messages[slot];
      biggerNumbers[i] = numbers[slot];
    }
    messages = biggerMessages;
    numbers = biggerNumbers;
    head = 0;
  }
}
