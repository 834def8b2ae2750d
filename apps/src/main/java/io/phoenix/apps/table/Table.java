package io.phoenix.apps.table;

import io.phoenix.api.Node;
import io.phoenix.api.OwnershipListener;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.apps.table.TableMessage.Answer;
import io.phoenix.apps.table.TableMessage.Balance;
import io.phoenix.apps.table.TableMessage.Count;
import io.phoenix.apps.table.TableMessage.Done;
import io.phoenix.apps.table.TableMessage.Get;
import io.phoenix.apps.table.TableMessage.Put;
import io.phoenix.apps.table.TableMessage.Remove;
import io.phoenix.apps.table.TableMessage.Request;
import io.phoenix.apps.table.TableMessage.Step;
import io.phoenix.apps.table.TableMessage.Value;
import io.phoenix.migration.Migration;
import io.phoenix.migration.MigrationSettings;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A table whose entries are spread over the nodes of an application, and move as nodes come and go.
 * Make one on each node. A node that only asks makes one, too, and does not join.
 *
 * <pre>{@code
 * Table<String, String> table = Table.on(node, Codec.strings(), Codec.strings());
 * table.migration().found(); //          the first node; others: migration().join()
 * table.put("one", "eins"); //           false: there was no such entry
 * table.get("one"); //                   eins, on every node
 * table.getAsync("one").thenAccept(…); // on the node's loop
 * table.count(); //                      1
 * }</pre>
 *
 * <p><b>Promises.</b> What is done to one key happens in one order, once each, between its call and
 * its completion; what one node does to one key happens in the order of its calls. All this holds
 * while nodes join, leave and balance, as long as none crashes. A crash loses the entries of the
 * crashed node; a request whose owner or answer got lost fails after {@value #TIMEOUT_SECONDS} s.
 *
 * <p>Keys and values are bytes to the table, so that nodes need no classes to keep them. A node
 * weighs as much as it has entries: joining and balancing make these numbers equal. Uses the tags
 * {@value #REQUEST} and {@value #ANSWER}, and all of the node's virtual nodes: one table a node.
 *
 * <p>The methods that wait must not be called on the node's loop; all others may be called
 * anywhere. Requests that are out when the node leaves are not completed: finish them first.
 */
public final class Table<K, V> {
  /** The tag of requests. */
  public static final int REQUEST = 7101;

  /** The tag of answers. */
  public static final int ANSWER = 7102;

  /** How long a request may take. */
  static final int TIMEOUT_SECONDS = 60;

  private final Node node;
  private final Codec<K> keys;
  private final Codec<V> values;
  private final Migration migration;
  private final Requests requests;

  private Table(Node node, Codec<K> keys, Codec<V> values, Migration migration, Requests requests) {
    this.node = node;
    this.keys = keys;
    this.values = values;
    this.migration = migration;
    this.requests = requests;
  }

  /** The table, as seen from a node; with default settings of migration but for the weights. */
  public static <K, V> Table<K, V> on(Node node, Codec<K> keys, Codec<V> values) {
    return on(node, keys, values, MigrationSettings.defaults());
  }

  /** As {@link #on(Node, Codec, Codec)}; the settings' weights are replaced. */
  public static <K, V> Table<K, V> on(
      Node node, Codec<K> keys, Codec<V> values, MigrationSettings settings) {
    var state = new TableState(node.spaceSize());
    Migration migration = Migration.on(node, state, settings.withWeights(state));
    var owner = new TableOwner(node, migration, state);
    var requests = new Requests(node);
    node.handle(REQUEST, owner::onRequest);
    node.handle(ANSWER, requests::onAnswer);
    node.addOwnershipListener(
        new OwnershipListener() {
          @Override
          public void onOwner(VirtualRange range, @Nullable ResourceName who, long epoch) {}

          @Override
          public void onConflict(VirtualRange lost, ResourceName winner) {
            state.discard(lost); // the winner's entries are the table's now
          }
        });
    return new Table<>(node, keys, values, migration, requests);
  }

  /** The way for this node to found the table, join, leave, or balance. */
  public Migration migration() {
    return migration;
  }

  // ── one entry ───────────────────────────────────────────────────────────────────────────────

  /** Gives a key a value; completed with whether it had one before. */
  public CompletableFuture<Boolean> putAsync(K key, V value) {
    byte[] valueBytes = values.encode(value);
    return ask(key, (id, keyBytes) -> new Put(id, keyBytes, valueBytes), Done.class)
        .thenApply(Done::existed);
  }

  /** Completed with the value of a key; {@code null} if it has none. */
  public CompletableFuture<@Nullable V> getAsync(K key) {
    return ask(key, Get::new, Value.class)
        .thenApply(
            answer -> {
              byte[] found = answer.value();
              return found == null ? null : values.decode(found);
            });
  }

  /** Removes a key; completed with whether it had a value. */
  public CompletableFuture<Boolean> removeAsync(K key) {
    return ask(key, Remove::new, Done.class).thenApply(Done::existed);
  }

  /** As {@link #putAsync}, but waits. */
  public boolean put(K key, V value) throws InterruptedException {
    return await("put", putAsync(key, value));
  }

  /** As {@link #getAsync}, but waits. */
  public @Nullable V get(K key) throws InterruptedException {
    return await("get", getAsync(key));
  }

  /** As {@link #removeAsync}, but waits. */
  public boolean remove(K key) throws InterruptedException {
    return await("remove", removeAsync(key));
  }

  // ── all of them ─────────────────────────────────────────────────────────────────────────────

  /**
   * Counts the entries of all nodes, one node after the other. An entry that is there all the while
   * is counted once, even if it moves: each node counts from where the one before it ended, and
   * answers only for virtual nodes that it assumes at that moment. An entry that is put or removed
   * meanwhile is counted or not.
   */
  public CompletableFuture<Long> countAsync() {
    return walk(Count::new);
  }

  /** Has the nodes balance, one after the other; completed with how many intervals moved. */
  public CompletableFuture<Long> balanceAsync() {
    return walk(Balance::new);
  }

  /** As {@link #countAsync}, but waits. */
  public long count() throws InterruptedException {
    return await("count", countAsync());
  }

  /** As {@link #balanceAsync}, but waits. */
  public long balance() throws InterruptedException {
    return await("balance", balanceAsync());
  }

  private CompletableFuture<Long> walk(LongFunction<Request> question) {
    return walk(0, 0, question);
  }

  private CompletableFuture<Long> walk(long v, long sum, LongFunction<Request> question) {
    if (v >= node.spaceSize()) {
      return CompletableFuture.completedFuture(sum);
    }
    return requests
        .ask(v, question, Step.class)
        .thenCompose(step -> walk(Math.max(v + 1, step.end()), sum + step.number(), question));
  }

  // ── asking ──────────────────────────────────────────────────────────────────────────────────

  /** Makes a request about a key. */
  @FunctionalInterface
  private interface KeyRequest {
    Request of(long id, byte[] key);
  }

  private <A extends Answer> CompletableFuture<A> ask(K key, KeyRequest request, Class<A> answer) {
    Key hashed = Key.of(keys.encode(key), node.spaceSize());
    return requests.ask(hashed.v(), id -> request.of(id, hashed.bytes()), answer);
  }

  private <T extends @Nullable Object> T await(String what, CompletableFuture<T> answer)
      throws InterruptedException {
    if (node.loop().inLoop()) {
      throw new IllegalStateException(
          what + " would block the loop: use " + what + "Async there, or another thread");
    }
    try {
      // The request ends by itself, unless the node has left: then nothing on its loop does.
      return answer.get(2L * TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw cause instanceof PhoenixException known ? known : new PhoenixException(what, cause);
    } catch (TimeoutException e) {
      throw new PhoenixException(what + " was not completed: has the node left?", e);
    }
  }
}
