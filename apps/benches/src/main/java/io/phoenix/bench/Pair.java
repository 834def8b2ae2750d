package io.phoenix.bench;

import io.phoenix.apps.process.ChildJvm;
import io.phoenix.apps.process.Children;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A client and a server in processes of their own, and relays between them if asked for. They stay
 * alive through the whole run, so that each measurement finds compiled code; connections are made
 * anew for each measurement, so that those that spin do so only while they are measured.
 */
final class Pair implements Contender {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final String title;
  private final Children children;
  private final BenchChild.Role role;
  private final int relayCount;
  private final Placement placement;
  private @Nullable Chain started;

  /** From the server's end to the client's. */
  private record Chain(ChildJvm server, List<ChildJvm> relays, ChildJvm client) {}

  Pair(Children children, BenchChild.Role role, int relayCount) {
    this(children, role, relayCount, Placement.ANYWHERE);
  }

  Pair(Children children, BenchChild.Role role, int relayCount, Placement placement) {
    this.title = title(role, relayCount, placement);
    this.children = children;
    this.role = role;
    this.relayCount = relayCount;
    this.placement = placement;
  }

  /** As the table calls a chain. */
  static String title(BenchChild.Role role, int relayCount, Placement placement) {
    String relays = relayCount == 0 ? "" : ", " + relayCount + " relay";
    return role.title() + relays + (relayCount > 1 ? "s" : "") + placement.title();
  }

  /** The processes, which are started when they are first needed. */
  private Chain chain() {
    if (started == null) {
      String name = role + "-" + relayCount + "-" + placement;
      ChildJvm server = start(0, name + "-server");
      var relays = new ArrayList<ChildJvm>();
      for (int i = 0; i < relayCount; i++) {
        relays.add(start(i + 1, name + "-relay-" + i));
      }
      started = new Chain(server, relays, start(relayCount + 1, name + "-client"));
    }
    return started;
  }

  private ChildJvm start(int position, String name) {
    return children.start(
        placement.command(position), name, BenchChild.class, List.of(role.toString()));
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public long compiledMillis() {
    long sum = compiledMillis(chain().server()) + compiledMillis(chain().client());
    return sum + chain().relays().stream().mapToLong(this::compiledMillis).sum();
  }

  private long compiledMillis(ChildJvm child) {
    return Long.parseLong(ask(child, BenchChild.COMPILED));
  }

  @Override
  public double measure(Task task) {
    connect();
    double result = run(task);
    disconnect();
    return result;
  }

  /** Bytes that both processes allocate for one message that is streamed, sent and received. */
  double allocatedPerMessage(int bytes, int millis) {
    connect();
    long allocatedBefore = allocated();
    long streamedBefore = streamed();
    run(new Task(Task.Kind.STREAM, bytes, millis));
    double allocated = allocated() - allocatedBefore;
    double perMessage = allocated / (streamed() - streamedBefore);
    disconnect();
    return perMessage;
  }

  private void connect() {
    String address = ask(chain().server(), BenchChild.LISTEN);
    for (ChildJvm relay : chain().relays()) {
      address = ask(relay, BenchChild.RELAY + " " + address);
    }
    ask(chain().client(), BenchChild.CONNECT + " " + address);
  }

  private double run(Task task) {
    var served = chain().server().ask(BenchChild.SERVE + " " + task.toLine());
    String result = ask(chain().client(), BenchChild.MEASURE + " " + task.toLine());
    children.await(served, TIMEOUT);
    return Double.parseDouble(result);
  }

  private void disconnect() {
    ask(chain().client(), BenchChild.CLOSE);
    chain().relays().forEach(relay -> ask(relay, BenchChild.CLOSE));
    ask(chain().server(), BenchChild.CLOSE);
  }

  private long allocated() {
    return Long.parseLong(ask(chain().client(), BenchChild.ALLOCATED))
        + Long.parseLong(ask(chain().server(), BenchChild.ALLOCATED));
  }

  private long streamed() {
    return Long.parseLong(ask(chain().client(), BenchChild.STREAMED));
  }

  private String ask(ChildJvm child, String question) {
    return children.await(child.ask(question), TIMEOUT);
  }
}
