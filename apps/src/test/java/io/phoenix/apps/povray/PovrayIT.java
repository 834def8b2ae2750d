package io.phoenix.apps.povray;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.apps.picture.Picture;
import io.phoenix.apps.picture.Rectangle;
import io.phoenix.apps.picture.Tile;
import io.phoenix.workstealing.Work;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The real POV-Ray, which scripts/test installs. */
class PovrayIT {
  private static final int WIDTH = 32;
  private static final int HEIGHT = 24;
  private static final String SCENE =
      """
      #version 3.7;
      global_settings { assumed_gamma 1.0 }
      camera { location <0, 2, -6> look_at <0, 1, 0> }
      light_source { <-4, 6, -4> color rgb 1 }
      plane { y, 0 pigment { checker rgb 1, rgb 0.2 } }
      sphere { <0, 1, 0>, 1 pigment { rgb <0.9, 0.2, 0.1> } finish { reflection 0.2 } }
      """;

  @Test
  void partsMakeTheSamePictureAsTheWhole() {
    assertThat(PovrayProcess.isInstalled()).isTrue();
    var povray = new PovrayProcess(SCENE, WIDTH, HEIGHT);
    var whole = new Picture(WIDTH, HEIGHT, List.of(povray.render(0, HEIGHT, () -> {})));
    List<Tile> tiles =
        Work.of(new PovrayTasks(povray, 12), new Rectangle(0, 0, WIDTH, HEIGHT)).computeSerially();
    assertThat(tiles).hasSize(2);
    var parts = new Picture(WIDTH, HEIGHT, tiles);
    for (int y = 0; y < HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++) {
        assertThat(parts.pixel(x, y)).isEqualTo(whole.pixel(x, y));
      }
    }
    assertThat(whole.pixel(WIDTH / 2, HEIGHT / 2) >> 16).as("the red ball").isGreaterThan(100);
  }

  @Test
  void whatPovraySaysOfABadSceneIsPassedOn() {
    var povray = new PovrayProcess("sphere { oops", WIDTH, HEIGHT);
    assertThatThrownBy(() -> povray.render(0, 1, () -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("exit code 1")
        .hasMessageContaining("oops");
  }

  @Test
  void itEndsWhenItIsNotWantedAnyMore() {
    String slow = SCENE + "#declare I = 0; #while (1) #declare I = I + 1; #end";
    var povray = new PovrayProcess(slow, WIDTH, HEIGHT);
    assertThatThrownBy(
            () ->
                povray.render(
                    0,
                    1,
                    () -> {
                      throw new IllegalStateException("not wanted");
                    }))
        .hasMessage("not wanted");
    assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive)).isEmpty();
  }
}
