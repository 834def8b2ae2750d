package io.phoenix.apps.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.config.PortsConfig;
import io.phoenix.apps.config.PortsFile;
import io.phoenix.apps.config.Reach;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class LinkPlanPropertyTest {

  @Property(tries = 50)
  void everyNodeIsLinkedToEveryOtherSomehow(@ForAll("members") List<Member> members) {
    var plan = new LinkPlan(members);
    Set<Member> seen = new HashSet<>();
    Deque<Member> open = new ArrayDeque<>(List.of(members.get(0)));
    seen.add(members.get(0));
    while (!open.isEmpty()) {
      Member at = open.remove();
      for (Member other : members) {
        boolean linked = plan.dialsOf(at).contains(other) || plan.dialsOf(other).contains(at);
        if (linked && seen.add(other)) {
          open.add(other);
        }
      }
    }
    assertThat(seen).hasSameSizeAs(members);
  }

  @Property(tries = 50)
  void nobodyDialsWhatCannotBeReached(@ForAll("members") List<Member> members) {
    var plan = new LinkPlan(members);
    for (Member from : members) {
      assertThat(plan.dialsOf(from))
          .doesNotContain(from)
          .doesNotHaveDuplicates()
          .allMatch(to -> to.lan().equals(from.lan()) || !(to.host().reach() instanceof Reach.None))
          .noneMatch(to -> plan.dialsOf(to).contains(from));
    }
  }

  @Example
  void twoLansAreLinkedTwiceByDifferentHostsAndFromBothSides() {
    List<Member> members =
        membersOf("application: x\nlans:\n  a: {hosts: [a1, a2], nodes: 3}\n  b: [b1, b2]\n");
    var plan = new LinkPlan(members);
    List<String> across = new ArrayList<>();
    for (Member from : members) {
      plan.dialsOf(from).stream()
          .filter(to -> !to.lan().equals(from.lan()))
          .forEach(to -> across.add(from.label() + " " + to.label()));
    }
    assertThat(across).containsExactlyInAnyOrder("a1.1 b1", "b2 a2.1");
  }

  @Example
  void aLargeLanIsNoMesh() {
    List<Member> members = membersOf("application: x\nlans:\n  a: [\"n[1-500]\"]\n");
    var plan = new LinkPlan(members);
    assertThat(members).allMatch(member -> plan.dialsOf(member).size() <= 9);
  }

  @Provide
  Arbitrary<List<Member>> members() {
    Arbitrary<String> lan =
        Combinators.combine(
                Arbitraries.integers().between(1, 14),
                Arbitraries.integers().between(1, 2),
                Arbitraries.of("direct", "ssh", "none"))
            .as((hosts, nodes, reach) -> hosts + " " + nodes + " " + reach);
    return lan.list().ofMinSize(1).ofMaxSize(4).map(LinkPlanPropertyTest::config);
  }

  private static List<Member> config(List<String> lans) {
    var text = new StringBuilder("application: x\nlans:\n");
    for (int i = 0; i < lans.size(); i++) {
      String[] words = lans.get(i).split(" ", -1);
      // The first LAN can be reached: the config is sound.
      text.append(
          "  l%d: {hosts: [\"l%d-[1-%s]\"], nodes: %s, reach: %s}\n"
              .formatted(i, i, words[0], words[1], i == 0 ? "ssh" : words[2]));
    }
    return membersOf(text.toString());
  }

  private static List<Member> membersOf(String text) {
    PortsConfig config = PortsFile.parse("test", text).config();
    return config.hosts().stream().flatMap(host -> Member.allOf(host).stream()).toList();
  }
}
