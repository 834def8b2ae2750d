package io.phoenix.routing.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.MessageHandler;
import org.junit.jupiter.api.Test;

class HandlersTest {
  private final MessageHandler a = m -> {};
  private final MessageHandler b = m -> {};

  @Test
  void eachTagHasItsOwn() {
    Handlers handlers = Handlers.NONE.with(7, a).with(-7, b).with(0, a);
    assertThat(handlers.of(7)).isSameAs(a);
    assertThat(handlers.of(-7)).isSameAs(b);
    assertThat(handlers.of(0)).isSameAs(a);
    assertThat(handlers.of(1)).isNull();
    assertThat(Handlers.NONE.of(0)).isNull();
  }

  @Test
  void laterOneReplacesEarlier() {
    Handlers before = Handlers.NONE.with(7, a).with(8, a);
    Handlers after = before.with(7, b);
    assertThat(after.of(7)).isSameAs(b);
    assertThat(after.of(8)).isSameAs(a);
    assertThat(before.of(7)).as("which others may be looking into").isSameAs(a);
  }
}
