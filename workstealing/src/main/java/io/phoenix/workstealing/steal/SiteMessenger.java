package io.phoenix.workstealing.steal;

import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.monitor.Monitor;
import io.phoenix.workstealing.monitor.PeerInfo;
import io.phoenix.workstealing.steal.StealMessage.Abort;
import io.phoenix.workstealing.steal.StealMessage.Answer;
import io.phoenix.workstealing.steal.StealMessage.GivenTask;
import io.phoenix.workstealing.steal.StealMessage.Request;
import io.phoenix.workstealing.steal.StealMessage.Result;
import io.phoenix.workstealing.steal.Subcomputation.Assignment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends a site's messages, and news of nodes along with them. Guarded by its site. */
final class SiteMessenger {
  private final SiteSettings settings;
  private final SiteEffects out;
  private final Monitor monitor;
  private final SubcomputationTable table;
  private final SiteWorkers workers;
  private final SiteMetrics metrics;

  /** Begins anywhere: a node that leaves a job and comes back must not use a number again. */
  private long lastNumber;

  SiteMessenger(
      SiteSettings settings,
      SiteEffects out,
      Monitor monitor,
      SubcomputationTable table,
      SiteWorkers workers,
      SiteMetrics metrics) {
    this.settings = settings;
    this.out = out;
    this.monitor = monitor;
    this.table = table;
    this.workers = workers;
    this.metrics = metrics;
    lastNumber = settings.random().nextLong();
  }

  StealId newId() {
    return new StealId(settings.self(), ++lastNumber);
  }

  /** The virtual node of this site for answers and for new work; -1 if everything here moves. */
  long address() {
    VirtualRange interval = out.interval();
    return interval == null ? -1 : table.firstUnblocked(interval);
  }

  /** What this node says of itself; {@code null} if it assumes nothing. */
  @Nullable PeerInfo self() {
    VirtualRange interval = out.interval();
    return interval == null ? null : metrics.info(interval, workers, table);
  }

  private List<PeerInfo> news() {
    PeerInfo self = self();
    return self == null ? List.of() : monitor.news(self);
  }

  private void send(StealMessage message) {
    metrics.messages++;
    out.send(message);
  }

  void request(StealId id, long victim) {
    send(new Request(settings.job(), victim, id, address(), news()));
  }

  void answer(Request request, long thief, List<GivenTask> given) {
    send(new Answer(settings.job(), thief, request.id(), given, news()));
  }

  void result(Subcomputation s, byte[] result) {
    send(new Result(settings.job(), s.victim, s.id, result, news()));
  }

  void abort(StealId id, Assignment assignment) {
    send(new Abort(settings.job(), assignment.thief(), id));
  }
}
