package io.phoenix.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class ResourceNameTest {

  @Property(tries = 500)
  void whatIsWrittenIsReadAgain(@ForAll @LongRange(min = Long.MIN_VALUE, max = -1) long value) {
    ResourceName name = new ResourceName(value);
    assertThat(ResourceName.parse(name.toString())).isEqualTo(name);
    assertThat(name.toString()).matches("~[0-9a-f]{1,16}");
    assertThat(ResourceName.isResourceName(value)).isTrue();
  }

  @Property(tries = 500)
  void orderIsThatOfTheNumbers(
      @ForAll @LongRange(min = Long.MIN_VALUE, max = -1) long a,
      @ForAll @LongRange(min = Long.MIN_VALUE, max = -1) long b) {
    assertThat(new ResourceName(a).compareTo(new ResourceName(b))).isEqualTo(Long.compare(a, b));
  }

  @Property(tries = 500)
  void randomNamesAreNegative(@ForAll long seed) {
    var random = new SplittableRandom(seed);
    ResourceName name = ResourceName.random(random);
    assertThat(name.value()).isNegative();
    assertThat(ResourceName.random(random)).isNotEqualTo(name);
  }

  @Property(tries = 500)
  void numbersFromZeroUpAreVirtualNodes(@ForAll @LongRange(min = 0) long v) {
    assertThat(ResourceName.isResourceName(v)).isFalse();
    assertThat(ResourceName.format(v)).isEqualTo(Long.toString(v));
    assertThatThrownBy(() -> new ResourceName(v))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "resource name=%d must be negative: virtual nodes are the numbers from 0 up", v);
  }

  @Example
  void extremesAreWrittenInFull() {
    assertThat(new ResourceName(-1)).hasToString("~7fffffffffffffff");
    assertThat(new ResourceName(Long.MIN_VALUE)).hasToString("~0");
    assertThat(ResourceName.parse("~6F3A").value()).isEqualTo(Long.MIN_VALUE + 0x6f3a);
  }

  @Example
  void otherTextsAreRefused() {
    for (String text :
        new String[] {"", "~", "6f3a", "~xyz", "~-1", "~+1", "~8000000000000000", "42"}) {
      assertThatThrownBy(() -> ResourceName.parse(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "'%s' is not a resource name: expected ~ and hexadecimal digits, as in ~6f3a", text);
    }
  }
}
