package io.phoenix.routing.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Port;
import io.phoenix.routing.world.Whereabouts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The mesh's core, with hand-set time: whom it dials, and how much of it others can provoke. */
class MeshTest implements MeshEffects {
  private static final long SECOND = 1_000_000_000;
  private static final List<Port> OWN = List.of(new Port("10.0.0.1", 7000));

  private record Alarm(long atNs, long number, LongConsumer action) implements Comparable<Alarm> {
    @Override
    public int compareTo(Alarm other) {
      return atNs != other.atNs
          ? Long.compare(atNs, other.atNs)
          : Long.compare(number, other.number);
    }
  }

  private final PriorityQueue<Alarm> alarms = new PriorityQueue<>();
  private final List<Long> dialled = new ArrayList<>();
  private final List<Long> dropped = new ArrayList<>();
  private final Map<Long, List<Port>> waysDialled = new HashMap<>();
  private final Set<Long> linked = new HashSet<>();
  private final Set<Long> reachable = new HashSet<>();
  private final Set<Long> dead = new HashSet<>();
  private long nowNs = -1_000_000 * SECOND; // as clocks may be that count from nowhere
  private long alarmCount;
  private Mesh mesh = mesh(new MeshSettings(2, 2, true), List.of(), List.of());

  private Mesh mesh(MeshSettings settings, List<Port> configured, List<Port> bridgePorts) {
    return mesh(settings, "", configured, bridgePorts);
  }

  private Mesh mesh(
      MeshSettings settings, String lan, List<Port> configured, List<Port> bridgePorts) {
    var made =
        new Mesh(
            settings,
            -1,
            (delayNs, action) -> {
              var alarm = new Alarm(nowNs + delayNs, alarmCount++, action);
              alarms.add(alarm);
              return () -> alarms.remove(alarm);
            },
            new SplittableRandom(1),
            this);
    made.start(new Whereabouts(lan, OWN), configured, bridgePorts, nowNs);
    return made;
  }

  private void run(long seconds) {
    long endNs = nowNs + seconds * SECOND;
    while (!alarms.isEmpty() && alarms.peek().atNs() <= endNs) {
      Alarm alarm = alarms.remove();
      nowNs = alarm.atNs();
      alarm.action().accept(nowNs);
    }
    nowNs = endNs;
  }

  @Override
  public void dial(long node, List<Port> ways) {
    dialled.add(node);
    waysDialled.put(node, ways);
    alarms.add(new Alarm(nowNs + 1000, alarmCount++, now -> answer(node, now)));
  }

  private void answer(long node, long now) {
    if (dead.contains(node)) {
      mesh.onDialEnded(node, "refused", now);
    } else {
      linked.add(node);
      mesh.onLinkUp(node, true, true, now);
      way(node, true);
    }
  }

  @Override
  public void drop(long node, String why, long now) {
    dropped.add(node);
    linked.remove(node);
    mesh.onLinkDown(node, now);
  }

  @Override
  public boolean isLinked(long node) {
    return linked.contains(node);
  }

  @Override
  public @Nullable Port dialledAs(long node) {
    return null;
  }

  @Override
  public boolean hasWay(long node) {
    return reachable.contains(node);
  }

  private void way(long node, boolean isThere) {
    if (isThere ? reachable.add(node) : reachable.remove(node)) {
      mesh.onWay(node, isThere, nowNs);
    }
  }

  private void hear(long node, boolean isReachable, String host) {
    if (isReachable) {
      reachable.add(node);
    }
    hear(node, "", new Port(host, 7000));
  }

  private void hear(long node, String lan, Port... ports) {
    mesh.onWhereabouts(node, new Whereabouts(lan, List.of(ports)), false, nowNs);
  }

  @Test
  void ofManyNodesAFewAreLinked() {
    for (long node = -2; node >= -1000; node--) {
      hear(node, true, "10.0.0." + -node % 250);
    }
    run(60);
    assertThat(dialled).doesNotHaveDuplicates().hasSizeBetween(2, 4);
    assertThat(alarms).as("at rest").isEmpty();
  }

  @Test
  void tenThousandInventedNodesAreDialledSlowly() {
    for (long node = -2; node >= -10_000; node--) {
      dead.add(node);
      hear(node, false, "192.0.2." + -node % 250);
    }
    run(200);
    assertThat(dialled.size()).isBetween(150, 200 + MeshSettings.MAX_BURST);
  }

  @Test
  void inventedNodesDoNotKeepALostOneFromBeingDialled() {
    for (long node = -2; node >= -10_000; node--) {
      dead.add(node);
      hear(node, false, "192.0.2." + -node % 250);
    }
    run(100);
    dead.add(-77_777L);
    hear(-77_777, true, "10.0.0.9");
    run(1);
    way(-77_777, false);
    dead.remove(-77_777L);
    run(10);
    assertThat(linked).contains(-77_777L);
  }

  @Test
  void aNodeThatCannotBeDialledIsPassedOverAndTriedLessAndLess() {
    for (long node = -2; node >= -4; node--) {
      hear(node, true, "10.0.0." + -node);
      dead.add(node);
    }
    run(3600);
    int first = dialled.size();
    assertThat(first).isBetween(3, 3 * 9);
    run(3600);
    assertThat(dialled.size() - first).isLessThanOrEqualTo(3 * 2);
  }

  @Test
  void whoHasLeftIsForgotten() {
    dead.add(-2L);
    hear(-2, false, "10.0.0.2");
    run(10);
    int before = dialled.size();
    mesh.onWhereabouts(-2, Whereabouts.UNKNOWN, true, nowNs);
    run(3600);
    assertThat(dialled).hasSize(before);
    assertThat(mesh.explain()).isEmpty();
  }

  @Test
  void linksThatTheRingsNeedNoLongerAreClosedExceptAFew() {
    for (long node = -2; node >= -300; node--) {
      hear(node, true, "10.0.0." + -node % 250);
      run(5);
    }
    run(600);
    assertThat(dropped).isNotEmpty();
    assertThat(linked.size()).isLessThanOrEqualTo(4 + new MeshSettings(2, 2, true).slack());
  }

  @Test
  void aLinkWhoseLossPartedSomebodyIsMadeAgainAndKept() {
    for (long node = -2; dropped.isEmpty() && node > -300; node--) {
      hear(node, true, "10.0.0." + -node % 250);
      run(5);
    }
    run(120);
    long needed = dropped.get(0);
    way(needed, false);
    run(3600);
    assertThat(linked).contains(needed);
    assertThat(dropped).containsOnlyOnce(needed);
  }

  @Test
  void moreThanEnoughLinksFromOthersAreDeclinedUnlessThereIsNoOtherWay() {
    int enough = new MeshSettings(2, 2, true).maxInbound();
    for (long node = -2; node > -2 - enough; node--) {
      assertThat(mesh.welcomes(node)).isTrue();
      mesh.onLinkUp(node, true, false, nowNs);
    }
    assertThat(mesh.welcomes(-500)).isTrue();
    reachable.add(-500L);
    assertThat(mesh.welcomes(-500)).isFalse();
  }

  @Test
  void onlySshServersOfOnesOwnConfigurationAreUsed() {
    Port configured = Port.parse("10.0.5.9:7000 only via ssh://gate");
    mesh = mesh(new MeshSettings(2, 2, true), List.of(configured), List.of());
    dead.add(-2L);
    hear(
        -2,
        "",
        Port.parse("10.0.5.2:7000"),
        Port.parse("127.0.0.1:7000 only via ssh://gate"),
        Port.parse("127.0.0.1:22 only via ssh://elsewhere"),
        Port.parse("127.0.0.1:7000"));
    run(5);
    assertThat(waysDialled.get(-2L))
        .extracting(Port::toString)
        .containsExactly("10.0.5.2:7000 only via ssh://gate", "127.0.0.1:7000 only via ssh://gate");
  }

  @Test
  void otherLansAreDialledAtNoOtherPortsThanTheConfigurationSays() {
    Port bridge = Port.parse("127.0.0.1:7000 only via ssh://far");
    mesh = mesh(new MeshSettings(2, 2, true), List.of(), List.of(bridge));
    dead.addAll(List.of(-2L, -3L, -4L));
    hear(-2, "", Port.parse("10.0.5.2:7000"), bridge);
    hear(-3, "", Port.parse("10.0.5.3:7000"));
    hear(-4, "", Port.parse("10.0.0.4:7000"), bridge);
    run(5);
    assertThat(waysDialled.get(-2L)).containsExactly(bridge);
    assertThat(waysDialled).doesNotContainKey(-3L);
    assertThat(waysDialled.get(-4L)).containsExactly(Port.parse("10.0.0.4:7000"), bridge);
  }

  @Test
  void aNodeThatTellsOfASshServerIsNotDialledDirectlyFromAnotherLan() {
    hear(-2, "", Port.parse("10.0.5.2:7000"), Port.parse("127.0.0.1:7000 only via ssh://far"));
    run(5);
    assertThat(dialled).isEmpty();
  }

  @Test
  void gatewaysWithNeighbouringAddressesAreInTheLansThatTheyName() {
    Port bridge = Port.parse("127.0.0.1:7000 only via ssh://far");
    mesh = mesh(new MeshSettings(2, 2, true), "a", List.of(), List.of(bridge));
    dead.addAll(List.of(-2L, -3L, -4L));
    hear(-2, "b", new Port("10.0.0.2", 7000), bridge);
    hear(-3, "b", new Port("10.0.0.3", 7000));
    hear(-4, "a", new Port("10.0.5.4", 7000));
    run(5);
    assertThat(waysDialled.get(-2L)).containsExactly(bridge);
    assertThat(waysDialled).doesNotContainKey(-3L);
    assertThat(waysDialled.get(-4L)).containsExactly(new Port("10.0.5.4", 7000));
  }

  @Test
  void ofNodesThatVanishedForGoodAFewAreStillDialled() {
    int many = 2 * MeshSettings.MAX_FORGOTTEN;
    for (long node = -2; node > -2 - many; node--) {
      dead.add(node);
      hear(node, true, "10.0.0." + -node % 250);
      way(node, false);
      mesh.onForgotten(node);
    }
    int before = dialled.size();
    run(3600);
    assertThat(dialled.size()).isGreaterThan(before);
    assertThat(new HashSet<>(dialled)).hasSizeLessThanOrEqualTo(MeshSettings.MAX_FORGOTTEN);
  }
}
