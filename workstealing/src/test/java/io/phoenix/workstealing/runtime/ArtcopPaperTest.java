package io.phoenix.workstealing.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.phoenix.api.Node;
import io.phoenix.workstealing.monitor.Peer;
import io.phoenix.workstealing.monitor.PeerInfo;
import io.phoenix.workstealing.policy.AmountPolicy;
import io.phoenix.workstealing.policy.LatencyAwarePolicy;
import io.phoenix.workstealing.policy.StealPolicy;
import io.phoenix.workstealing.policy.VictimPolicy;
import io.phoenix.workstealing.runtime.SimulatedJobs.Said;
import io.phoenix.workstealing.steal.StealMessage;
import io.phoenix.workstealing.steal.StealMessage.Abort;
import io.phoenix.workstealing.steal.StealMessage.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * The claims of paper 004, section 5.2, about adaptive load distribution, one by one, on a cluster
 * {@code weak} of two nodes and a cluster {@code strong} of four, far from each other.
 */
class ArtcopPaperTest {
  private static final int WEAK = 2;
  private static final int NODES = 6;
  private static final Duration LAN = Duration.ofNanos(100_000);
  private static final Duration WAN = Duration.ofMillis(20);

  private final SimulatedJobs jobs = new SimulatedJobs(1, new CostModel(1_000_000, 2));

  @BeforeAll
  static void beQuiet() {
    ((Logger) LoggerFactory.getLogger("io.phoenix")).setLevel(Level.ERROR);
  }

  private void run(String policy) {
    jobs.world.latency((i, j) -> i < WEAK == j < WEAK ? LAN : WAN);
    for (int i = 0; i < NODES; i++) {
      String cluster = i < WEAK ? "weak" : "strong";
      jobs.await(jobs.join(settings -> settings.withCluster(cluster)));
    }
    jobs.fib("fib", 19, policy);
  }

  private boolean isWeak(Node node) {
    return jobs.nodes.indexOf(node) < WEAK;
  }

  private Node ownerOf(long v) {
    return jobs.nodes.stream().filter(n -> n.assumed().contains(v)).findFirst().orElseThrow();
  }

  /**
   * Work is sought "only … from relatively heavily loaded PEs, and preferably from local cluster
   * resources". Departs from "only": one request in eight is a search, and one to a far node is
   * kept out meanwhile.
   */
  @Test
  void thiefThatKnowsOfWorkInItsClusterMostlyAsksThere() {
    Witness.choices.clear();
    run(Witness.class.getName());
    List<Choice> choices = Witness.choices;
    for (int i = 0; i < 20 && choices.size() < 40; i++) {
      jobs.fib("fib", 17, Witness.class.getName());
    }
    assertThat(choices).as("choices with work known both near and far").hasSizeGreaterThan(20);
    long near = choices.stream().filter(Choice::isNear).count();
    assertThat((double) near / choices.size()).isGreaterThan(0.5);
  }

  /**
   * "when a request for work is received from another cluster, the receiver may add more than one
   * job if the sending PE is in a stronger cluster"; "weaker or equally strong": one.
   */
  @Test
  void severalTasksGoToAStrongerClusterAndOneToAnyOther() {
    run("latency");
    List<Said> answers =
        jobs.said.stream()
            .filter(s -> s.message() instanceof Answer answer && !answer.given().isEmpty())
            .toList();
    assertThat(answers)
        .filteredOn(s -> !isWeak(s.from()) || isWeak(ownerOf(s.message().to())))
        .isNotEmpty()
        .allMatch(s -> ((Answer) s.message()).given().size() == 1);
    assertThat(answers)
        .filteredOn(s -> isWeak(s.from()) && !isWeak(ownerOf(s.message().to())))
        .anyMatch(s -> ((Answer) s.message()).given().size() > 1);
  }

  /** Information is "propagated by attaching load information to every message between PEs". */
  @Test
  void everyMessageCarriesNewsOfItsSenderAndMostOfOthersToo() {
    run("latency");
    List<StealMessage> messages =
        jobs.said.stream().map(Said::message).filter(m -> !(m instanceof Abort)).toList();
    assertThat(messages).isNotEmpty().allMatch(m -> !m.news().isEmpty());
    long ofOthers = messages.stream().filter(m -> m.news().size() > 1).count();
    assertThat(ofOthers).isGreaterThan(messages.size() / 2);
  }

  /** Whom a thief asked first that knew of work in both clusters. */
  record Choice(boolean isNear) {}

  /** Chooses as the policy {@code latency} does, and notes whom. */
  public static final class Witness implements StealPolicy {
    static final List<Choice> choices = new ArrayList<>();

    @Override
    public String name() {
      return "latency-witness";
    }

    @Override
    public AmountPolicy amounts() {
      return new LatencyAwarePolicy().amounts();
    }

    @Override
    public VictimPolicy victims() {
      VictimPolicy latency = new LatencyAwarePolicy().victims();
      return view -> {
        long v = latency.victim(view);
        boolean both =
            view.asked().isEmpty()
                && view.peers().stream()
                        .map(Peer::info)
                        .filter(PeerInfo::hasReady)
                        .map(PeerInfo::cluster)
                        .distinct()
                        .count()
                    == 2;
        view.peers().stream()
            .map(Peer::info)
            .filter(info -> both && v >= 0 && info.interval().contains(v))
            .map(info -> new Choice(info.cluster().equals(view.self().cluster())))
            .forEach(choices::add);
        return v;
      };
    }
  }
}
