package io.phoenix.apps.launch;

import io.phoenix.api.PhoenixException;
import io.phoenix.apps.cluster.Control.Reply;
import io.phoenix.routing.ssh.SshResult;
import io.phoenix.routing.tls.Credentials;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Tells nodes which certificates are revoked: all at once, each by a control message and, if it
 * does not answer that, by SSH. Each node passes the list on, so one that hears of it is enough for
 * those that can be reached; but who asked wants to know of each. It may be repeated.
 */
final class Revocation {
  private static final Duration SSH_LIMIT = Duration.ofSeconds(60);

  private final Function<Member, CompletableFuture<Reply>> ask;
  private final Function<Member, HostShell> shells;
  private final Function<Member, String> script;
  private final Duration patience;

  /**
   * What became of one node.
   *
   * @param isTold whether it has the list
   * @param how a few words for people: how it was told, or why not
   */
  record Outcome(Member member, boolean isTold, String how) {}

  /**
   * @param ask sends the list to a node that answers commands; fails for those that do not
   * @param shells the second way
   * @param script puts the list among a node's files
   */
  Revocation(
      Function<Member, CompletableFuture<Reply>> ask,
      Function<Member, HostShell> shells,
      Function<Member, String> script,
      Duration patience) {
    this.ask = ask;
    this.shells = shells;
    this.script = script;
    this.patience = patience;
  }

  static String script(Launch launch, Member member, String list) {
    return Scripts.deliver(
        launch.config().directory(),
        launch.cluster().name(),
        member.label(),
        Map.of(Credentials.REVOKED_FILE, list));
  }

  /** Tells all of them; returns what became of each, in their order. */
  List<Outcome> tell(List<Member> members) {
    List<CompletableFuture<Reply>> asked = new ArrayList<>();
    members.forEach(member -> asked.add(ask.apply(member)));
    long deadlineNs = System.nanoTime() + patience.toNanos();
    return InParallel.each(
        members, member -> outcome(member, asked.get(members.indexOf(member)), deadlineNs));
  }

  private Outcome outcome(Member member, CompletableFuture<Reply> asked, long deadlineNs) {
    String why;
    try {
      Reply reply = asked.get(Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS);
      if (reply.ok()) {
        return new Outcome(member, true, reply.text().isEmpty() ? "told" : reply.text());
      }
      why = "refuses: " + reply.text();
    } catch (TimeoutException e) {
      why = "does not answer";
    } catch (ExecutionException e) {
      why = String.valueOf(e.getCause() == null ? e : e.getCause().getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome(member, false, "interrupted");
    }
    return bySsh(member, why);
  }

  private Outcome bySsh(Member member, String why) {
    try {
      SshResult result = shells.apply(member).run(script.apply(member), SSH_LIMIT);
      return result.isOk()
          ? new Outcome(member, true, "told by SSH (" + why + ")")
          : new Outcome(member, false, why + "; a shell there says: " + result.err().strip());
    } catch (PhoenixException e) {
      return new Outcome(member, false, why + "; by SSH: " + HostFailure.of(e).what());
    }
  }
}
