package io.phoenix.apps.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LinkPlanTest {
  private final SplittableRandom random = new SplittableRandom(3);

  @ParameterizedTest
  @EnumSource(Topology.class)
  void thoseThatStayAreConnectedWhoeverComesAndGoes(Topology topology) {
    LinkPlan plan = plan(topology, 5);
    List<Integer> present = new ArrayList<>(List.of(0, 1, 2, 3, 4));
    List<Integer> leaving = new ArrayList<>();
    for (int next = 5; next < 300; next++) {
      assertThat(plan.join(next)).isNotEmpty().isSubsetOf(present);
      plan.settle(next);
      present.add(next);
      while (present.size() > 2 && random.nextInt(6) < present.size()) {
        int leaver = present.remove(random.nextInt(present.size()));
        leaving.add(leaver);
        assertThat(plan.leave(leaver)).allMatch(edge -> present.contains(edge.from()));
        assertThat(plan.isConnected()).as("%s after %d", present, next).isTrue();
        assertThat(plan.isAnchored()).as("%s after %d", leaving, next).isTrue();
        if (random.nextBoolean()) {
          plan.forget(leaving.remove(random.nextInt(leaving.size())));
        }
      }
    }
  }

  @Test
  void theNeighboursOfOneThatLeavesLinkToEachOther() {
    LinkPlan plan = plan(Topology.RING, 4);
    assertThat(plan.leave(1)).containsExactly(new Topology.Edge(0, 2));
    assertThat(plan.leave(3)).as("they are linked already").isEmpty();
  }

  @Test
  void oneThatIsLeavingIsNotLeftAlone() {
    LinkPlan plan = plan(Topology.RING, 5);
    plan.leave(1); // its neighbours are 0 and 2
    assertThat(plan.leave(0)).containsExactly(new Topology.Edge(4, 2));
    assertThat(plan.leave(2))
        .contains(new Topology.Edge(3, 1))
        .doesNotContain(new Topology.Edge(3, 0));
    plan.forget(1);
    assertThat(plan.leave(3)).noneMatch(edge -> edge.to() == 1);
  }

  @Test
  void aNeighbourOfANewcomerStaysUntilTheNewcomerIsThere() {
    LinkPlan plan = plan(Topology.RING, 3);
    List<Integer> neighbours = plan.join(3);
    assertThat(neighbours).hasSize(2).allMatch(neighbour -> !plan.mayLeave(neighbour));
    assertThat(plan.mayLeave(3)).isFalse();
    plan.settle(3);
    assertThat(neighbours).allMatch(plan::mayLeave);
    assertThat(plan.mayLeave(3)).isTrue();
  }

  @Test
  void aNewcomerDoesNotCountOnAnother() {
    LinkPlan plan = plan(Topology.MESH, 2);
    assertThat(plan.join(2)).containsExactlyInAnyOrder(0, 1);
    assertThat(plan.join(3)).containsExactlyInAnyOrder(0, 1);
    plan.settle(2);
    assertThat(plan.join(4)).containsExactlyInAnyOrder(0, 1, 2);
  }

  private LinkPlan plan(Topology topology, int nodes) {
    var plan = new LinkPlan(topology, nodes, random);
    topology.edges(nodes, 1).forEach(plan::add);
    return plan;
  }
}
