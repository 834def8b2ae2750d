package io.phoenix.apps.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.EmbeddedCluster;
import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.VirtualRange;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Nodes inside this process, each with its table. */
final class TableNodes implements AutoCloseable {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final EmbeddedCluster cluster;
  private final List<Node> nodes = new ArrayList<>();
  private final List<Table<String, String>> tables = new ArrayList<>();

  TableNodes(int size) {
    this(size, NodeConfig.of("table", 1 << 20));
  }

  TableNodes(int size, NodeConfig config) {
    cluster = Phoenix.embedded(size, config);
    for (int i = 0; i < size; i++) {
      add(cluster.node(i));
    }
  }

  private void add(Node node) {
    nodes.add(node);
    tables.add(Table.on(node, Codec.strings(), Codec.strings()));
  }

  Node node(int index) {
    return nodes.get(index);
  }

  Table<String, String> table(int index) {
    return tables.get(index);
  }

  /** How many entries a node has. */
  long entries(int index) throws Exception {
    VirtualRange interval = table(index).migration().interval();
    var answer = new CompletableFuture<Long>();
    Node asking = node(index);
    asking.handle(
        Table.ANSWER, m -> answer.complete(((TableMessage.Step) answer(m.payload())).number()));
    asking.send(interval.first(), Table.REQUEST, TableCodec.encode(new TableMessage.Count(1)));
    return answer.get(LONG.toSeconds(), TimeUnit.SECONDS);
  }

  private static TableMessage.Answer answer(byte[] payload) {
    return TableCodec.answer(ByteBuffer.wrap(payload));
  }

  void join() throws Exception {
    add(cluster.join());
    var joined = table(tables.size() - 1).migration().join().await(LONG);
    assertThat(joined.reached()).as(joined::toString).isTrue();
  }

  /** Gives everything away, and leaves. */
  void leave(int index) throws Exception {
    var left = table(index).migration().leave().await(LONG);
    assertThat(left.reached()).as(left::toString).isTrue();
    node(index).leave();
  }

  @Override
  public void close() {
    cluster.close();
  }
}
