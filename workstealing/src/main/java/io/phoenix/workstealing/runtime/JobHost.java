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

  /** The latest job that has ended here; messages of it and of those before are late. */
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
   * Makes this node's part in a job, unless it is there; it runs nothing before {@link #begin}.
   * What the application throws, this throws.
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
   * There is a job, and the clearinghouse counts on this node; if it cannot take part, the job
   * fails.
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

  /** This node takes no part in its present job any more; perhaps again later. */
  void end() {
    LocalJob present = current;
    if (present != null) {
      present.end();
      current = null;
    }
  }

  /** A job is over, and so are those before it; returns what this node did for it. */
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

  /** What tasks of a job wrote here has been shown. */
  void onLinesShown(long number) {
    LocalJob present = current;
    if (present != null && present.number() == number) {
      present.onLinesShown();
    }
  }

  /** The latest job that this node has been told of: messages of those before are late. */
  private long latest() {
    LocalJob present = current;
    return present == null ? lastEnded : Math.max(lastEnded, present.number());
  }

  void onSteal(StealMessage message) {
    LocalJob present = current;
    if (present != null && present.number() == message.job()) {
      present.site().onMessage(message, node.loop().nowNs());
    } else if (message.job() > latest()) {
      early.add(message); // the notice that there is this job will come
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

  /** Takes the messages that came before a job, but for those whose virtual node is on its way. */
  private void takeEarly(LocalJob job) {
    VirtualRangeSet assumed = node.assumed();
    early.remove(m -> m.job() == job.number() && assumed.contains(m.to())).forEach(this::onSteal);
  }

  /** Whether nothing is on its way out. */
  boolean isStill() {
    return departing.isEmpty();
  }

  /** Adds subcomputations that lived elsewhere. */
  void takeIn(long number, JobSpec spec, List<byte[]> written) {
    if (number > lastEnded) {
      LocalJob job = make(number, spec);
      if (job.number() == number) {
        job.site().add(MovedWork.read(written, job.site().settings().kind()));
      }
    }
  }
}
