package io.phoenix.workstealing.runtime;

import io.phoenix.api.Node;
import io.phoenix.api.VirtualRange;
import io.phoenix.api.VirtualRangeSet;
import io.phoenix.workstealing.Applications;
import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.SiteStatistics;
import io.phoenix.workstealing.steal.MovedWork;
import io.phoenix.workstealing.steal.StealMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The job that a node takes part in, if there is one. On the node's loop. */
final class JobHost {
  private final Node node;
  private final Applications applications;
  private final StealingSettings settings;
  private final StealingNode host;
  private final List<VirtualRange> departing = new ArrayList<>();
  private final EarlyMessages early = new EarlyMessages();
  private @Nullable LocalJob current;

  /** The latest job that has ended; messages of it and of jobs before it are late. */
  private long lastEnded;

  JobHost(Node node, Applications applications, StealingSettings settings, StealingNode host) {
    this.node = node;
    this.applications = applications;
    this.settings = settings;
    this.host = host;
  }

  @Nullable LocalJob current() {
    return current;
  }

  /** Messages of a job that this node has not been told of yet. */
  List<StealMessage> early() {
    return early.all();
  }

  /**
   * Makes this node's part in a job, unless it exists; it runs nothing before {@link #begin}.
   *
   * @throws RuntimeException if the application cannot make its work
   */
  LocalJob make(long number, JobSpec spec) {
    LocalJob present = current;
    if (present != null && present.number() >= number) {
      return present;
    }
    var made =
        new LocalJob(
            number,
            spec,
            applications.work(spec).tasks(),
            node.resourceName().value(),
            node.spaceSize(),
            settings,
            host);
    end();
    current = made;
    early.remove(message -> message.job() < number);
    departing.forEach(made.site()::block);
    takeEarly(made);
    return made;
  }

  /**
   * A job is running, and the clearinghouse counts this node as a member. If the node cannot take
   * part, the job fails.
   */
  void begin(long number, JobSpec spec) {
    if (number > lastEnded) {
      try {
        LocalJob job = make(number, spec);
        if (job.number() == number) {
          job.start();
        }
      } catch (RuntimeException | Error e) {
        host.tellClearinghouse(LocalJob.failure(number, e));
      }
    }
  }

  /** Ends this node's part in its present job; the node may take part again later. */
  void end() {
    LocalJob present = current;
    if (present != null) {
      present.end();
      current = null;
    }
  }

  /** A job is over, and so are the jobs before it; returns what this node did for it. */
  SiteStatistics end(long number) {
    lastEnded = Math.max(lastEnded, number);
    early.remove(message -> message.job() <= number);
    LocalJob present = current;
    if (present == null || present.number() > number) {
      return SiteStatistics.NONE;
    }
    SiteStatistics did = present.number() == number ? present.statistics() : SiteStatistics.NONE;
    end();
    return did;
  }

  /** The submitter has shown the lines that tasks wrote here. */
  void onLinesShown(long number) {
    LocalJob present = current;
    if (present != null && present.number() == number) {
      present.onLinesShown();
    }
  }

  /** The latest job that this node has been told of; messages of jobs before it are late. */
  private long latest() {
    LocalJob present = current;
    return present == null ? lastEnded : Math.max(lastEnded, present.number());
  }

  void onSteal(StealMessage message) {
    LocalJob present = current;
    if (present != null && present.number() == message.job()) {
      present.site().onMessage(message, node.loop().nowNs());
    } else if (message.job() > latest()) {
      early.add(message); // the notice that the job has begun will come
    }
  }

  // ── moving ──────────────────────────────────────────────────────────────────────────────────

  void depart(VirtualRange range) {
    departing.add(range);
    LocalJob present = current;
    if (present != null) {
      present.site().block(range);
    }
  }

  void departed(VirtualRange range, boolean handedOver) {
    departing.remove(range);
    LocalJob present = current;
    if (present != null) {
      present.site().unblock(range);
      takeEarly(present);
    }
    if (handedOver) {
      early.remove(message -> range.contains(message.to())).forEach(host::send);
    }
    host.onMoved();
  }

  /** Takes the early messages of a job, except those to virtual nodes that are moving here. */
  private void takeEarly(LocalJob job) {
    VirtualRangeSet assumed = node.assumed();
    early.remove(m -> m.job() == job.number() && assumed.contains(m.to())).forEach(this::onSteal);
  }

  /** Whether no range is moving away. */
  boolean isStill() {
    return departing.isEmpty();
  }

  /** Adds subcomputations that have moved here. */
  void takeIn(long number, JobSpec spec, List<byte[]> written) {
    if (number > lastEnded) {
      LocalJob job = make(number, spec);
      if (job.number() == number) {
        job.site().add(MovedWork.read(written, job.site().settings().kind()));
      }
    }
  }
}
