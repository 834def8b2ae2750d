package io.phoenix.workstealing.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.SimulatedCluster;
import io.phoenix.workstealing.Job;
import io.phoenix.workstealing.JobListener;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.TestApplications;
import io.phoenix.workstealing.monitor.Peer;
import io.phoenix.workstealing.monitor.PeerInfo;
import io.phoenix.workstealing.policy.AmountPolicy;
import io.phoenix.workstealing.policy.LotteryPolicy;
import io.phoenix.workstealing.policy.StealPolicy;
import io.phoenix.workstealing.policy.VictimPolicy;
import io.phoenix.workstealing.steal.StealMessage;
import io.phoenix.workstealing.steal.StealMessage.Answer;
import io.phoenix.workstealing.steal.StealMessage.GivenTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/**
 * What policies decide by reaches them in a running job, and what they decide is done: five nodes,
 * three in one cluster and two in another that is far away.
 */
class PolicyInputsSimTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration LAN = Duration.ofNanos(100_000);
  private static final Duration WAN = Duration.ofMillis(20);
  private static final double TASK_NS = 500_000;
  private static final int N = 20;
  private static final int NEAR = 3;
  private static final int NODES = 5;

  private final Custody custody = new Custody(false);
  private final List<Answer> answers = new ArrayList<>();
  private final List<StealingNode> members = new ArrayList<>();
  private final SimulatedCluster world = Phoenix.simulated(1, NodeConfig.of("inputs", 1 << 16));

  @BeforeAll
  static void beQuiet() {
    ((Logger) LoggerFactory.getLogger("io.phoenix")).setLevel(Level.ERROR);
  }

  @BeforeEach
  void start() {
    Witness.seen.clear();
    Witness.amounts.clear();
    Witness.draws.clear();
    world.latency((i, j) -> i < NEAR == j < NEAR ? LAN : WAN);
    custody.tell(this::onSent);
    for (int i = 0; i < NODES; i++) {
      Node node = world.open(world.nodes().toArray(Node[]::new));
      var settings =
          StealingSettings.defaults()
              .withCluster(i < NEAR ? "near" : "far")
              .withWorkers(1 + i % 2)
              .withSimulated(new CostModel(TASK_NS, 2));
      var member = new StealingNode(custody.watched(node), TestApplications.all(), settings);
      members.add(member);
      if (i == 0) {
        member.migration().found();
      } else {
        var joining = member.migration().join().report();
        assertThat(world.runUntil(joining::isDone, LONG)).isTrue();
      }
    }
  }

  private void onSent(Node from, StealMessage message) {
    if (message instanceof Answer answer && !answer.given().isEmpty()) {
      answers.add(answer);
    }
  }

  private void run(String application, Class<? extends StealPolicy> policy) {
    JobSpec spec = JobSpec.of(application, String.valueOf(N)).withPolicy(policy.getName());
    Job<Long> job = members.get(0).submissions().submit(spec, Long.class, JobListener.none());
    assertThat(world.runUntil(job.report()::isDone, LONG)).isTrue();
    assertThat(job.report().join().result()).isEqualTo(TestApplications.fib(N));
  }

  private static List<Peer> peersThatWereSeen() {
    return Witness.seen.stream().flatMap(view -> view.peers.stream()).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fib", "cilk-fib"})
  void levelsOfReadyWorkReachThievesAndGrowWithTheDepthOfTheWork(String application) {
    run(application, Witness.class);
    List<Integer> levels =
        peersThatWereSeen().stream().map(peer -> peer.info().readyLevel()).distinct().toList();
    assertThat(levels).as("nodes without ready work are known, too").contains(-1);
    assertThat(levels.stream().filter(level -> level >= 0)).hasSizeGreaterThan(4);
    // What was stolen knows how deep it is below the job's root, and passes that on.
    List<Integer> given =
        answers.stream().flatMap(answer -> answer.given().stream()).map(GivenTask::level).toList();
    assertThat(given).allMatch(level -> level > 0);
    assertThat(given.stream().distinct()).hasSizeGreaterThan(4);
  }

  @Test
  void latenciesReachThievesAndTellNearNodesFromFarOnes() {
    run("fib", Witness.class);
    Map<Pair, Long> least = new LinkedHashMap<>();
    for (View view : Witness.seen) {
      for (Peer peer : view.peers) {
        if (peer.latencyNs() > 0) {
          // The first ones are longer than the way: not all nodes know of the job at once.
          var pair = new Pair(view.self.cluster(), peer.info().cluster());
          least.merge(pair, peer.latencyNs(), Math::min);
        }
      }
    }
    assertThat(least.get(new Pair("near", "near"))).isBetween(1L, WAN.toNanos());
    assertThat(least.get(new Pair("far", "far"))).isBetween(1L, WAN.toNanos());
    assertThat(least.get(new Pair("near", "far"))).isGreaterThanOrEqualTo(2 * WAN.toNanos());
    assertThat(least.get(new Pair("far", "near"))).isGreaterThanOrEqualTo(2 * WAN.toNanos());
  }

  @Test
  void speedsAndWorkersReachThieves() {
    run("fib", Witness.class);
    List<PeerInfo> infos = peersThatWereSeen().stream().map(Peer::info).toList();
    assertThat(infos.stream().map(PeerInfo::workers).distinct()).containsExactlyInAnyOrder(1, 2);
    assertThat(infos.stream().filter(info -> info.busy() > 0)).isNotEmpty();
    double usual = 1e9 / TASK_NS; // of a worker that has work
    assertThat(infos.stream().mapToDouble(info -> info.speed() / info.workers()).max())
        .hasValueCloseTo(usual, Percentage.withPercentage(20));
  }

  @Test
  void victimsGiveAsManyTasksAsTheirPolicySays() {
    run("fib", Witness.class);
    assertThat(Witness.amounts).as("calls of the policy").isNotEmpty();
    assertThat(answers).hasSameSizeAs(Witness.amounts);
    for (int i = 0; i < answers.size(); i++) {
      Amount amount = Witness.amounts.get(i);
      assertThat(answers.get(i).given()).as("%s", amount).hasSize(amount.said);
      assertThat(amount.thief.node()).isNotEqualTo(amount.self.node());
    }
    assertThat(Witness.amounts).anyMatch(amount -> amount.said == Witness.MOST);
    assertThat(Witness.amounts).anyMatch(amount -> !amount.known.isEmpty());
  }

  @Test
  void lotteryDrawsThoseWithWorkInARunningJob() {
    run("cilk-fib", LotteryWitness.class);
    assertThat(Witness.draws).as("draws that somebody has tickets for").isNotEmpty();
    assertThat(Witness.draws).allMatch(draw -> draw.winner.hasReady());
    assertThat(Witness.draws).as("draws among work of several ages").anyMatch(Draw::isContested);
  }

  /** The clusters of a thief and of its victim. */
  record Pair(String thief, String victim) {}

  /** What a thief knew when it decided. */
  record View(PeerInfo self, List<Peer> peers) {}

  /** How much a victim decided to give. */
  record Amount(int ready, PeerInfo self, PeerInfo thief, List<PeerInfo> known, int said) {}

  /** Who was drawn among those with work. */
  record Draw(PeerInfo winner, List<Integer> levels) {
    boolean isContested() {
      return levels.stream().distinct().count() > 1;
    }
  }

  /** Asks anybody, gives three tasks, and notes what it was told. */
  public static class Witness implements StealPolicy {
    static final int MOST = 3;
    static final List<View> seen = new ArrayList<>();
    static final List<Amount> amounts = new ArrayList<>();
    static final List<Draw> draws = new ArrayList<>();

    @Override
    public String name() {
      return "witness";
    }

    @Override
    public VictimPolicy victims() {
      return view -> {
        seen.add(new View(view.self(), List.copyOf(view.peers())));
        return view.asked().size() < view.idleWorkers() ? view.anyOther() : VictimPolicy.NOBODY;
      };
    }

    @Override
    public AmountPolicy amounts() {
      return (ready, self, thief, known) -> {
        int said = Math.min(ready, MOST);
        amounts.add(new Amount(ready, self, thief, known, said));
        return said;
      };
    }
  }

  /** Draws as the lottery does, and notes among whom. */
  public static final class LotteryWitness implements StealPolicy {
    @Override
    public String name() {
      return "lottery-witness";
    }

    @Override
    public VictimPolicy victims() {
      VictimPolicy lottery = new LotteryPolicy().victims();
      return view -> {
        List<PeerInfo> ready =
            view.peers().stream().map(Peer::info).filter(PeerInfo::hasReady).toList();
        long v = lottery.victim(view);
        view.peers().stream()
            .map(Peer::info)
            .filter(info -> !ready.isEmpty() && v >= 0 && info.interval().contains(v))
            .forEach(
                info ->
                    Witness.draws.add(
                        new Draw(info, ready.stream().map(PeerInfo::readyLevel).toList())));
        return v;
      };
    }
  }
}
