package io.phoenix.apps.uts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.apps.CodecChecks;
import io.phoenix.workstealing.Work;
import io.phoenix.workstealing.codec.ByteWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class UtsTasksTest {
  private static final UtsTree BUSHY = UtsTree.geometric(UtsShape.FIXED, 4, 6, 19);
  private static final UtsTree DEEP = UtsTree.binomial(100, 0.249, 4, 3);

  @Test
  void tasksOfAnySizeCountTheSame() {
    for (UtsTree tree : new UtsTree[] {BUSHY, DEEP}) {
      UtsCount count = new UtsWalk(tree).countAll();
      assertThat(count.nodes()).isGreaterThan(1000);
      for (int grain : new int[] {1, 2, 7, 100, 1_000_000}) {
        assertThat(Work.of(new UtsTasks(tree, grain), UtsPlace.ROOT).computeSerially())
            .as("tasks of %d nodes", grain)
            .isEqualTo(count);
      }
    }
  }

  @Test
  void whatOneThreadWalkedAnotherOneWalksAnew() {
    var tasks = new UtsTasks(BUSHY, 50);
    UtsPlace place = UtsPlace.CODEC.decode(UtsPlace.CODEC.encode(UtsPlace.ROOT));
    UtsCount anew = tasks.initial(place);
    tasks.divide(place, part -> {});
    assertThat(tasks.initial(place)).isEqualTo(anew);
    assertThat(anew.nodes()).isGreaterThanOrEqualTo(50);
  }

  @Test
  void placesServeSeveralTreesAndThreadsAndDoNotChange() throws Exception {
    var some = new UtsTasks(BUSHY, 50);
    var others = new UtsTasks(DEEP, 70);
    some.divide(UtsPlace.ROOT, part -> {});
    others.divide(UtsPlace.ROOT, part -> {});
    UtsCount elsewhere = CompletableFuture.supplyAsync(() -> some.initial(UtsPlace.ROOT)).get();
    assertThat(some.initial(UtsPlace.ROOT)).isEqualTo(elsewhere);
    assertThat(others.initial(UtsPlace.ROOT)).isNotEqualTo(elsewhere);
  }

  @Test
  void placesAndCountsAreReadAsTheyWereWritten() {
    var tasks = new UtsTasks(DEEP, 200);
    List<UtsPlace> parts = new ArrayList<>();
    tasks.divide(UtsPlace.ROOT, parts::add);
    assertThat(parts).hasSize(2);
    for (UtsPlace part : parts) {
      UtsPlace read = CodecChecks.check(UtsPlace.CODEC, part);
      assertThat(tasks.initial(read)).isEqualTo(tasks.initial(part));
    }
    CodecChecks.check(UtsPlace.CODEC, UtsPlace.ROOT);
    var count = new UtsCount(3, 2, 1);
    assertThat(CodecChecks.check(tasks.results(), count)).isEqualTo(count);
  }

  @Test
  void bytesThatAreNoPlaceAreRefused() {
    byte[] bytes = new ByteWriter().putInt(-2).putInt(0).toBytes();
    assertThatThrownBy(() -> UtsPlace.CODEC.decode(bytes)).hasMessageContaining("depth=-2");
    byte[] children =
        new ByteWriter()
            .putInt(0)
            .putInt(1)
            .putRaw(new byte[20], 0, 20)
            .putInt(5)
            .putInt(4)
            .toBytes();
    assertThatThrownBy(() -> UtsPlace.CODEC.decode(children)).hasMessage("children 5 to 4");
  }
}
