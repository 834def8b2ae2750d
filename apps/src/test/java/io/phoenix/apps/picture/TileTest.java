package io.phoenix.apps.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.apps.CodecChecks;
import java.util.List;
import org.junit.jupiter.api.Test;

class TileTest {
  private static final Rectangle PLACE = new Rectangle(3, 4, 2, 1);

  @Test
  void tilesAreReadAsTheyWereWritten() {
    var tile = new Tile(PLACE, new int[] {0xff00ff, 0x010203});
    List<Tile> read = CodecChecks.check(Tile.LIST_CODEC, List.of(tile, tile));
    assertThat(read.get(1).place()).isEqualTo(PLACE);
    assertThat(read.get(1).pixels()).containsExactly(0xff00ff, 0x010203);
  }

  @Test
  void pixelsFillTheirPlace() {
    assertThatThrownBy(() -> new Tile(PLACE, new int[3])).hasMessageContaining("3 pixels");
    assertThatThrownBy(() -> new Rectangle(0, 0, -1, 5)).hasMessageContaining("-1 × 5");
  }

  @Test
  void halvesAreTheWhole() {
    assertThat(PLACE.half(0)).isEqualTo(new Rectangle(3, 4, 1, 1));
    assertThat(PLACE.half(1)).isEqualTo(new Rectangle(4, 4, 1, 1));
    var tall = new Rectangle(0, 10, 2, 5);
    assertThat(tall.half(0)).isEqualTo(new Rectangle(0, 10, 2, 2));
    assertThat(tall.half(1)).isEqualTo(new Rectangle(0, 12, 2, 3));
  }
}
