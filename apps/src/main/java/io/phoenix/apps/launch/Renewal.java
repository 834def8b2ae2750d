package io.phoenix.apps.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.api.PhoenixException;
import io.phoenix.apps.terminal.UserError;
import io.phoenix.routing.tls.ClusterAuthority;
import io.phoenix.routing.tls.ClusterAuthority.Rekeying;
import io.phoenix.routing.tls.Credentials;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * New certificates for all nodes of a cluster, and perhaps a new key of its authority, step by
 * step.
 *
 * <p>How far it has come is in a file: the step, and the nodes that have taken it. Whoever is
 * interrupted, or cannot reach a node, runs it again, and it goes on from there. No step begins
 * before all nodes have taken the one before: else some would not trust others. Where the authority
 * itself is, is in its own book; the file is written first, so after a crash in between the
 * authority is at most one step behind the file, and follows.
 *
 * <p>Nodes that were revoked get nothing.
 */
final class Renewal {

  /** What a node is given in one step. */
  enum Step {
    /** The certificates of the old and of the new authority: both are trusted from now on. */
    TRUST_BOTH,
    /** A new key and certificate, signed by the authority that all nodes trust. */
    ISSUE,
    /** The certificate of the new authority: the old one is not trusted any more. */
    TRUST_NEW
  }

  /** Puts files among those of a node. */
  interface Delivery {
    /**
     * Does so.
     *
     * @throws PhoenixException if it cannot
     */
    void deliver(Member member, Map<String, String> files);
  }

  private final Path file;
  private final ClusterAuthority authority;
  private final Delivery delivery;
  private final PrintWriter err;
  private boolean rekeys;
  private Step step = Step.ISSUE;
  private final Set<String> done = new LinkedHashSet<>();

  private Renewal(Path file, ClusterAuthority authority, Delivery delivery, PrintWriter err) {
    this.file = file;
    this.authority = authority;
    this.delivery = delivery;
    this.err = err;
  }

  /**
   * Goes on where it was interrupted, or begins.
   *
   * @param rekey whether the authority gets a new key, too; if that was begun before, it goes on
   */
  static Renewal open(
      Path file, boolean rekey, ClusterAuthority authority, Delivery delivery, PrintWriter err) {
    var renewal = new Renewal(file, authority, delivery, err);
    boolean isKnown = renewal.read();
    if (isKnown && (renewal.rekeys || !rekey)) {
      err.printf(
          "goes on with what was begun: %s, %d nodes are done%n",
          renewal.step, renewal.done.size());
      err.flush();
    } else {
      renewal.begin(rekey || authority.rekeying() != null);
    }
    return renewal;
  }

  private void begin(boolean rekey) {
    rekeys = rekey;
    boolean isSwitched = authority.rekeying() == Rekeying.SWITCHED;
    become(rekey && !isSwitched ? Step.TRUST_BOTH : Step.ISSUE);
  }

  /**
   * Takes all steps that are left.
   *
   * @return how many nodes have new certificates
   * @throws UserError if a node could not be reached: those after it were given theirs
   */
  int run(List<Member> members) {
    List<Member> trusted = new ArrayList<>(members);
    trusted.removeIf(member -> authority.isRevoked(member.label()));
    members.stream()
        .filter(member -> !trusted.contains(member))
        .forEach(member -> err.println(member.label() + ": was revoked, and gets none"));
    if (step == Step.TRUST_BOTH) {
      rekeyIfAt(null); // then PREPARED: everybody trusts both before anybody uses the new one
      giveAll(trusted);
      become(Step.ISSUE);
    }
    if (step == Step.ISSUE) {
      rekeyIfAt(Rekeying.PREPARED); // then SWITCHED
      giveAll(trusted);
      if (rekeys) {
        become(Step.TRUST_NEW);
      }
    }
    if (step == Step.TRUST_NEW) {
      rekeyIfAt(Rekeying.SWITCHED); // then RETIRED
      giveAll(trusted);
    }
    delete();
    return trusted.size();
  }

  private void rekeyIfAt(@Nullable Rekeying state) {
    if (rekeys && Objects.equals(authority.rekeying(), state)) {
      authority.rekey();
    }
  }

  private void giveAll(List<Member> members) {
    List<Member> left = new ArrayList<>(members);
    left.removeIf(member -> done.contains(member.label()));
    List<Boolean> given = InParallel.each(left, this::give);
    if (given.contains(false)) {
      throw new UserError(
          "not all nodes have new files; the old ones hold until they expire",
          "mend what the lines above say, and run it again: it goes on from here;"
              + " 'phoenix revoke' is for nodes that will not come back");
    }
  }

  private boolean give(Member member) {
    try {
      delivery.deliver(member, filesOf(member));
      note(member.label());
      return true;
    } catch (PhoenixException e) {
      HostFailure failure = HostFailure.of(e);
      synchronized (this) {
        err.println("error: " + member.label() + ": " + failure.what());
        err.println("hint: " + failure.hint());
        err.flush();
      }
      return false;
    }
  }

  private Map<String, String> filesOf(Member member) {
    if (step != Step.ISSUE) {
      return Map.of(Credentials.AUTHORITIES_FILE, authority.trusted());
    }
    Map<String, String> files = new LinkedHashMap<>();
    authority
        .renew(member.label())
        .files()
        .forEach((name, bytes) -> files.put(name, new String(bytes, UTF_8)));
    return files;
  }

  // ── the file ────────────────────────────────────────────────────────────────────────────────

  private synchronized void become(Step next) {
    step = next;
    done.clear();
    write();
  }

  private synchronized void note(String label) {
    done.add(label);
    write();
  }

  private void write() {
    List<String> lines = new ArrayList<>();
    lines.add((rekeys ? "rekey " : "renew ") + step);
    lines.addAll(done);
    try {
      Path part = file.resolveSibling(file.getFileName() + ".part");
      Files.writeString(part, String.join("\n", lines) + "\n");
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new PhoenixException("cannot write " + file + ": " + e, e);
    }
  }

  private boolean read() {
    if (!Files.exists(file)) {
      return false;
    }
    try {
      List<String> lines = Files.readAllLines(file);
      String[] words = lines.get(0).split(" ", 2);
      rekeys = words[0].equals("rekey");
      step = Step.valueOf(words[1]);
      done.addAll(lines.subList(1, lines.size()));
      return true;
    } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new UserError(file + " is damaged: " + e, "delete it, and renew from the beginning");
    }
  }

  private void delete() {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new PhoenixException("cannot delete " + file + ": " + e, e);
    }
  }
}
