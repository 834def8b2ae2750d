package io.phoenix.apps.ray;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.picture.Picture;
import io.phoenix.apps.picture.Rectangle;
import io.phoenix.apps.picture.Tile;
import io.phoenix.workstealing.Work;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TracerTest {
  /** Lit from straight above, seen from above at an angle; a red ball over a white floor. */
  private static final String BALL =
      """
      picture 41 41
      camera at 0 8 -8 look 0 0 0 fov 40
      ambient 0.1
      background 0 0 1
      light at 0 100 0
      material white color 1 1 1 diffuse 1
      material red color 1 0 0 diffuse 1
      plane normal 0 1 0 offset 0 material white
      sphere at 0 2 0 radius 1 material red
      """;

  @Test
  void ballIsRedAndItsShadowIsDark() throws SceneError {
    Scene scene = SceneParser.parse(BALL);
    Picture picture = picture(scene, List.of(new Tracer(scene).serial()));
    // The middle of the picture looks at the floor right below the ball.
    assertThat(picture.pixel(20, 20)).isEqualTo(gray(0.1));
    assertThat(picture.pixel(1, 20) >> 16).isGreaterThan(240); // the floor, in the light
    int ball = picture.pixel(20, 9);
    assertThat(ball >> 16).isGreaterThan(100);
    assertThat(ball & 0xffff).isZero();
  }

  @Test
  void mirrorsShowWhatIsInFrontOfThem() throws SceneError {
    Scene scene =
        SceneParser.parse(
            """
            picture 3 3
            camera at 0 1 -5 look 0 0 0
            background 0 0 1
            material mirror color 0 0 0 reflection 1
            plane normal 0 1 0 offset 0 material mirror
            """);
    assertThat(picture(scene, List.of(new Tracer(scene).serial())).pixel(1, 1)).isEqualTo(0x0000ff);
  }

  @Test
  void triangleCoversItsInside() throws SceneError {
    Scene scene =
        SceneParser.parse(
            """
            picture 101 101
            camera at 0 0 -10 look 0 0 0 fov 45
            ambient 1
            material plain color 1 1 1 diffuse 1
            triangle -3 -3 0  3 -3 0  -3 3 0 material plain
            """);
    Picture picture = picture(scene, List.of(new Tracer(scene).serial()));
    assertThat(picture.pixel(30, 70)).isEqualTo(0xffffff); // to the left and below
    assertThat(picture.pixel(70, 30)).isZero();
    assertThat(picture.pixel(5, 50)).isZero();
  }

  @Test
  void tilesOfAnySizeMakeTheSamePicture(@TempDir Path dir) throws Exception {
    Scene scene = SceneParser.parse(BALL.replace("41 41", "41 41 samples 2"));
    List<Tile> tiles =
        Work.of(new RayTasks(scene, 60), new Rectangle(0, 0, 41, 41)).computeSerially();
    assertThat(tiles).hasSizeGreaterThan(20);
    Collections.reverse(tiles);
    Path whole = dir.resolve("whole.png");
    Path parts = dir.resolve("parts.png");
    picture(scene, List.of(new Tracer(scene).serial())).writePng(whole);
    picture(scene, tiles).writePng(parts);
    assertThat(Files.readAllBytes(parts)).isEqualTo(Files.readAllBytes(whole));
  }

  private static Picture picture(Scene scene, List<Tile> tiles) {
    return new Picture(scene.width(), scene.height(), tiles);
  }

  private static int gray(double light) {
    int level = (int) (Math.sqrt(light) * 255 + 0.5);
    return level << 16 | level << 8 | level;
  }
}
