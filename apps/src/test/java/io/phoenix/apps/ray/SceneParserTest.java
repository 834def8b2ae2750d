package io.phoenix.apps.ray;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SceneParserTest {
  private static final String GOOD =
      """
      # comments and empty lines

      picture 40 30 samples 2 bounces 3   # here too
      camera at 0 2 -6 look 0 1 0 fov 50
      background 0.2 0.4 0.8 horizon 1 1 1
      ambient 0.1
      light at -4 6 -4
      material floor color 1 1 1 checker 0 0 0 size 2
      material ball color 0.9 0.2 0.1 specular 0.5 shininess 40 reflection 0.3
      plane normal 0 2 0 offset 0 material floor
      sphere at 0 1 0 radius 1 material ball
      triangle -2 0 2  2 0 2  0 3 2 material ball
      """;

  @Test
  void readsWhatItDescribes() throws SceneError {
    Scene scene = SceneParser.parse(GOOD);
    assertThat(scene.width()).isEqualTo(40);
    assertThat(scene.samples()).isEqualTo(2);
    assertThat(scene.bounces()).isEqualTo(3);
    assertThat(scene.horizon()).isEqualTo(new Vec(1, 1, 1));
    assertThat(scene.lights()).containsExactly(new Light(new Vec(-4, 6, -4), new Vec(1, 1, 1)));
    assertThat(scene.shapes()).hasSize(3);
    assertThat(((Plane) scene.shapes().get(0)).normal()).isEqualTo(new Vec(0, 1, 0));
    assertThat(scene.shapes().get(1).material().shininess()).isEqualTo(40);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "shpere at 0 0 0      | 1, column 1: 'shpere' is not a statement; did you mean 'sphere'?",
        "light at 1 2         | 1, column 13: at's third number is missing",
        "light at 1 2 x       | 1, column 14: 'x' is not a number",
        "light at 1 2 NaN     | 1, column 14: 'NaN' is not a number",
        "light 1 2 3          | 1, column 7: '1' is not 'at', which comes here",
        "ambient 2            | 1, column 9: ambient=2.0 must be from 0.0 to 1.0",
        "ambient 1 2          | 1, column 11: '2' does not belong to 'ambient'",
        "picture 10 0         | 1, column 12: height=0.0 must be from 1.0",
        "picture 10 2.5       | 1, column 12: height=2.5 must be a whole number",
        "picture 9 9 sample 2 | 1, column 13: 'sample' is not one of samples, bounces; did you",
        "plane normal 0 0 0   | 1, column 18: normal has no direction",
        "background 0 0 -1    | 1, column 16: background must not be negative",
        "camera at 0 0 0 look 0 0 0 | 1, column 26: the camera looks at itself",
        "camera at 0 0 0 look 0 5 0 | 1, column 26: the camera looks at itself, or straight up",
        "triangle 0 0 0 1 1 1 2 2 2 material x | 1, column 26: the triangle's corners lie on one",
      })
  void errorsNameLineAndColumn(String text, String error) {
    assertThatThrownBy(() -> SceneParser.parse(text))
        .isInstanceOf(SceneError.class)
        .hasMessageStartingWith("line " + error);
  }

  @Test
  void errorsCountAllLines() {
    assertThatThrownBy(() -> SceneParser.parse(GOOD + "\n# end\nsphere at 1 1 1 radius -1"))
        .hasMessageStartingWith("line 15, column 24: radius=-1.0 must be");
    assertThatThrownBy(() -> SceneParser.parse(GOOD + "material ball"))
        .hasMessage("line 13, column 10: material 'ball' is described twice");
    assertThatThrownBy(() -> SceneParser.parse(GOOD + "sphere at 1 1 1 radius 1 material bal"))
        .hasMessageEndingWith("did you mean 'ball'?");
    assertThatThrownBy(() -> SceneParser.parse("  ambient x"))
        .hasMessageStartingWith("line 1, column 11: ");
    assertThatThrownBy(() -> SceneParser.parse("ambient 0\n"))
        .hasMessage("line 1, column 1: the scene ends without a shape in it");
  }
}
