package io.phoenix.routing.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrowdTest {
  private final List<String> evicted = new ArrayList<>();
  private final Crowd crowd = new Crowd(6, 4);

  /** By identity, as wires are. */
  private final class Visitor implements Crowd.Guest {
    private final String address;
    private final String name;

    Visitor(String address, String name) {
      this.address = address;
      this.name = name;
    }

    @Override
    public String address() {
      return address;
    }

    @Override
    public void onEvicted(long nowNs) {
      crowd.remove(this); // as its end does; it is not there any more
      evicted.add(name);
    }
  }

  private Visitor come(String address, String name) {
    var visitor = new Visitor(address, name);
    crowd.add(visitor, 0);
    return visitor;
  }

  @Test
  void oneTooManyFromAnAddressDrivesOutTheOldestFromThere() {
    come("b", "b1");
    for (int i = 1; i <= 6; i++) {
      come("a", "a" + i);
    }
    assertThat(evicted).containsExactly("a1", "a2");
    assertThat(crowd.size()).isEqualTo(5);
  }

  @Test
  void oneTooManyInAllDrivesOutTheOldestOfTheAddressThatHasTheMost() {
    come("b", "b1");
    come("b", "b2");
    come("a", "a1");
    come("a", "a2");
    come("a", "a3");
    come("c", "c1");
    come("d", "d1");
    assertThat(evicted).containsExactly("a1");
    come("e", "e1");
    come("f", "f1");
    assertThat(evicted).hasSize(3).doesNotContain("c1", "d1", "e1");
    assertThat(crowd.size()).isEqualTo(6);
  }

  @Test
  void aMemberStaysHoweverManyComeFromElsewhere() {
    come("member", "member");
    for (int i = 0; i < 1000; i++) {
      come("flood" + i % 3, "flood");
    }
    assertThat(evicted).hasSize(1000 - 5).doesNotContain("member");
  }

  @Test
  void whoHasGoneMakesRoomAndIsToldNothing() {
    Visitor first = come("a", "a1");
    for (int i = 2; i <= 4; i++) {
      come("a", "a" + i);
    }
    crowd.remove(first);
    crowd.remove(first);
    come("a", "a5");
    assertThat(evicted).isEmpty();
    crowd.evictAll(0);
    assertThat(evicted).containsExactly("a2", "a3", "a4", "a5");
    assertThat(crowd.size()).isZero();
  }
}
