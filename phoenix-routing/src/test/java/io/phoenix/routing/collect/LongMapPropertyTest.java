package io.phoenix.routing.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class LongMapPropertyTest {
  private enum Verb {
    PUT,
    REMOVE,
    COMPUTE,
    GET
  }

  private record Action(Verb verb, long key) {}

  /** Few keys, so that they meet again; with all kinds of bits, so that slots collide. */
  @Provide
  Arbitrary<List<Action>> actions() {
    Arbitrary<Long> keys =
        Arbitraries.oneOf(
            Arbitraries.longs().between(-40, -1),
            Arbitraries.longs().between(1, 10).map(n -> n << 32),
            Arbitraries.of(Long.MIN_VALUE, Long.MAX_VALUE));
    Arbitrary<Verb> verbs = Arbitraries.of(Verb.PUT, Verb.PUT, Verb.REMOVE, Verb.COMPUTE, Verb.GET);
    return Combinators.combine(verbs, keys).as(Action::new).list().ofMaxSize(300);
  }

  @Property(tries = 500)
  void behavesAsHashMap(@ForAll("actions") List<Action> actions) {
    LongMap<Integer> map = new LongMap<>();
    Map<Long, Integer> model = new HashMap<>();
    int value = 0;
    for (Action action : actions) {
      long key = action.key();
      int next = ++value;
      switch (action.verb()) {
        case PUT -> {
          map.put(key, next);
          model.put(key, next);
        }
        case REMOVE -> assertThat(map.remove(key)).isEqualTo(model.remove(key));
        case COMPUTE ->
            assertThat(map.computeIfAbsent(key, k -> next))
                .isEqualTo(model.computeIfAbsent(key, k -> next));
        case GET -> assertThat(map.get(key)).isEqualTo(model.get(key));
      }
      assertThat(map.size()).isEqualTo(model.size());
      assertThat(map.containsKey(key)).isEqualTo(model.containsKey(key));
    }
    model.forEach((key, expected) -> assertThat(map.get(key)).isEqualTo(expected));
    assertThat(map.values()).containsExactlyInAnyOrderElementsOf(model.values());
  }

  /** Every entry must still be found when any other has been removed from among them. */
  @Property(tries = 300)
  void removalLeavesNoHoleInARunOfCollidingKeys(
      @ForAll @Size(min = 2, max = 8) List<@LongRange(min = 1, max = 1000) Long> keys) {
    List<Long> distinct = keys.stream().distinct().toList();
    for (long victim : distinct) {
      LongMap<Long> map = new LongMap<>();
      distinct.forEach(key -> map.put(key, key));
      assertThat(map.remove(victim)).isEqualTo(victim);
      for (long key : distinct) {
        assertThat(map.get(key)).isEqualTo(key == victim ? null : (Long) key);
      }
    }
  }

  @Property(tries = 200)
  void sameCallsGiveTheSameOrder(@ForAll("actions") List<Action> actions) {
    List<LongMap<Long>> maps = List.of(new LongMap<>(), new LongMap<>());
    for (LongMap<Long> map : maps) {
      for (Action action : actions) {
        if (action.verb() == Verb.REMOVE) {
          map.remove(action.key());
        } else {
          map.put(action.key(), action.key());
        }
      }
    }
    assertThat(maps.get(0).values()).isEqualTo(maps.get(1).values());
  }

  @Example
  void mapMayChangeWhileItsValuesAreGoneThrough() {
    LongMap<Long> map = new LongMap<>();
    for (long key = 1; key <= 100; key++) {
      map.put(key, key);
    }
    for (long key : map.values()) {
      map.remove(key);
    }
    assertThat(map.size()).isZero();
    assertThat(map.values()).isEmpty();
  }

  @Example
  void zeroIsNoKey() {
    LongMap<String> map = new LongMap<>();
    assertThatThrownBy(() -> map.put(0, "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("0 is no node's name");
    map.put(-1, "x");
    assertThat(map.get(0)).isNull();
    assertThat(map.remove(0)).isNull();
    assertThat(map.containsKey(0)).isFalse();
  }
}
