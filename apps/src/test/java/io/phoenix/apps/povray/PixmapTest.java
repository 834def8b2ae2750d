package io.phoenix.apps.povray;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.apps.picture.Rectangle;
import org.junit.jupiter.api.Test;

class PixmapTest {
  private static final byte[] TWO_BY_TWO =
      "P6\n# a comment\n2 2\n255\nabcdefghijk\u00ff".getBytes(ISO_8859_1);

  @Test
  void takesAPart() {
    assertThat(Pixmap.read(TWO_BY_TWO, new Rectangle(0, 1, 2, 1)).pixels())
        .containsExactly(0x676869, 0x6a6bff);
  }

  @Test
  void refusesWhatIsNone() {
    assertThatThrownBy(() -> Pixmap.read(new byte[] {1}, new Rectangle(0, 0, 1, 1)))
        .hasMessageContaining("no pixmap");
    assertThatThrownBy(() -> Pixmap.read(TWO_BY_TWO, new Rectangle(0, 1, 2, 2)))
        .hasMessageContaining("2 × 2");
  }
}
