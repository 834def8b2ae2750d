package io.phoenix.workstealing.clearinghouse;

import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.MemberStatistics;
import io.phoenix.workstealing.SiteStatistics;
import io.phoenix.workstealing.clearinghouse.ClearinghouseMessage.Register;
import io.phoenix.workstealing.clearinghouse.Notice.Outcome;
import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A job, as the clearinghouse knows it. */
final class RunningJob {
  final long number;
  final JobSpec spec;
  final long submitter;
  final long token;

  /** What the members did, of those that take part and those that have left. */
  private final Map<Long, MemberStatistics> members = new LinkedHashMap<>();

  /** The latest visit of each member. */
  private final Map<Long, Long> visits = new LinkedHashMap<>();

  /** For members that have come back: what they did in their visits before. */
  private final Map<Long, SiteStatistics> earlier = new LinkedHashMap<>();

  /** Members that have not said yet what they did in all. */
  private final Set<Long> awaited = new LinkedHashSet<>();

  /** Awaited members that are gone: their statistics are under way, or they crashed. */
  private final Set<Long> vanished = new LinkedHashSet<>();

  private boolean over;
  private byte @Nullable [] result;
  private String failure = "";
  private String trace = "";

  RunningJob(long number, JobSpec spec, long submitter, long token) {
    this.number = number;
    this.spec = spec;
    this.submitter = submitter;
    this.token = token;
  }

  boolean isOver() {
    return over;
  }

  /** The members that have been told of the job and have not said yet what they did in all. */
  Set<Long> awaited() {
    return awaited;
  }

  Set<Long> vanished() {
    return vanished;
  }

  List<MemberStatistics> statistics() {
    return List.copyOf(members.values());
  }

  void join(long node, Register member) {
    vanished.remove(node);
    MemberStatistics known = members.get(node);
    if (!awaited.add(node)) { // it registers again; perhaps it was out of reach meanwhile
      if (known != null) {
        put(known, true, known.did());
      }
      return;
    }
    SiteStatistics did = known == null ? SiteStatistics.NONE : known.did();
    Long before = visits.put(node, member.visit());
    if (before != null && before != member.visit()) {
      earlier.put(node, did);
    }
    members.put(node, new MemberStatistics(node, member.label(), member.workers(), true, did));
  }

  /** A member says what it did so far, or in all. */
  void did(long node, SiteStatistics did, boolean inAll) {
    MemberStatistics known = members.get(node);
    if (known != null
        && awaited.contains(node)) { // after its final word a member has forgotten the job
      SiteStatistics sum = earlier.getOrDefault(node, SiteStatistics.NONE).plus(did);
      put(known, known.present(), sum);
    }
    if (inAll) {
      stopAwaiting(node);
    }
  }

  /** A member has left. */
  void leave(long node) {
    MemberStatistics known = members.get(node);
    if (known != null) {
      put(known, false, known.did());
    }
    stopAwaiting(node);
  }

  /** A member is gone; returns whether it has not said yet what it did in all. */
  boolean vanish(long node) {
    MemberStatistics known = members.get(node);
    if (known != null) {
      put(known, false, known.did());
    }
    return awaited.contains(node) && vanished.add(node);
  }

  /** The clearinghouse does not wait for a member any more that is gone. */
  void giveUp(long node) {
    if (vanished.contains(node)) {
      stopAwaiting(node);
    }
  }

  private void stopAwaiting(long node) {
    awaited.remove(node);
    vanished.remove(node);
  }

  private void put(MemberStatistics known, boolean present, SiteStatistics did) {
    long node = known.node();
    members.put(node, new MemberStatistics(node, known.label(), known.workers(), present, did));
  }

  void end(byte @Nullable [] value, String why, String where) {
    over = true;
    result = value;
    failure = why;
    trace = where;
  }

  Outcome outcome() {
    return new Outcome(token, result, failure, trace, statistics());
  }

  void write(ByteWriter out) {
    out.putLong(number).putLong(submitter).putLong(token).putBoolean(over);
    ClearinghouseCodec.writeSpec(spec, out);
    MemberStatistics.writeAll(statistics(), out);
    out.putInt(visits.size());
    visits.forEach((node, visit) -> out.putLong(node).putLong(visit));
    out.putInt(earlier.size());
    earlier.forEach(
        (node, did) -> {
          out.putLong(node);
          did.write(out);
        });
    writeNodes(awaited, out);
    writeNodes(vanished, out);
    byte[] value = result;
    out.putBoolean(value != null);
    if (value != null) {
      out.putBytes(value);
    }
    out.putString(failure).putString(trace);
  }

  private static void writeNodes(Set<Long> nodes, ByteWriter out) {
    out.putInt(nodes.size());
    nodes.forEach(out::putLong);
  }

  private static void readNodes(ByteReader in, Set<Long> nodes) {
    int count = in.getCount(Long.BYTES);
    for (int i = 0; i < count; i++) {
      nodes.add(in.getLong());
    }
  }

  static RunningJob read(ByteReader in) {
    long number = in.getLong();
    long submitter = in.getLong();
    long token = in.getLong();
    boolean over = in.getBoolean();
    var job = new RunningJob(number, ClearinghouseCodec.readSpec(in), submitter, token);
    job.over = over;
    for (MemberStatistics member : new ArrayList<>(MemberStatistics.readAll(in))) {
      job.members.put(member.node(), member);
    }
    int visits = in.getCount(2 * Long.BYTES);
    for (int i = 0; i < visits; i++) {
      job.visits.put(in.getLong(), in.getLong());
    }
    int before = in.getCount(Long.BYTES + SiteStatistics.BYTES);
    for (int i = 0; i < before; i++) {
      job.earlier.put(in.getLong(), SiteStatistics.read(in));
    }
    readNodes(in, job.awaited);
    readNodes(in, job.vanished);
    job.result = in.getBoolean() ? in.getBytes() : null;
    job.failure = in.getString();
    job.trace = in.getString();
    return job;
  }
}
