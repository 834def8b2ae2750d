package io.phoenix.apps.table;

import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.VirtualRange;
import io.phoenix.apps.table.TableMessage.Answer;
import io.phoenix.apps.table.TableMessage.Asker;
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
import io.phoenix.migration.Outbox;
import io.phoenix.migration.transfer.Move;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers the requests to the virtual nodes that a node assumes; on its loop. */
final class TableOwner implements TableMessage.Handler {
  private static final Logger log = LoggerFactory.getLogger(TableOwner.class);

  private final Migration migration;
  private final TableState state;
  private final Outbox outbox;

  TableOwner(Node node, Migration migration, TableState state) {
    this.migration = migration;
    this.state = state;
    outbox = new Outbox(node);
  }

  void onRequest(Message message) {
    Request request;
    try {
      request = TableCodec.request(ByteBuffer.wrap(message.payload()));
    } catch (RuntimeException e) {
      log.warn("{} is no request and was ignored: {}", message, e.toString());
      return;
    }
    request.dispatch(this, new Asker(message.from(), message.to()));
  }

  @Override
  public void onPut(Put m, Asker asker) {
    answer(asker, new Done(m.id(), state.put(new Key(asker.v(), m.key()), m.value())));
  }

  @Override
  public void onGet(Get m, Asker asker) {
    answer(asker, new Value(m.id(), state.get(new Key(asker.v(), m.key()))));
  }

  @Override
  public void onRemove(Remove m, Asker asker) {
    answer(asker, new Done(m.id(), state.remove(new Key(asker.v(), m.key()))));
  }

  @Override
  public void onCount(Count m, Asker asker) {
    long end = end(asker.v());
    answer(asker, new Step(m.id(), end, state.count(VirtualRange.of(asker.v(), end))));
  }

  @Override
  public void onBalance(Balance m, Asker asker) {
    var unused =
        migration
            .balance()
            .report()
            .thenAccept(
                report -> {
                  long moved =
                      report.moves().stream()
                          .filter(move -> move.result() == Move.Result.MOVED)
                          .count();
                  answer(asker, new Step(m.id(), end(asker.v()), moved));
                });
  }

  /** Where the interval of a virtual node ends; the virtual node may have moved meanwhile. */
  private long end(long v) {
    VirtualRange interval = migration.interval();
    return interval != null && interval.contains(v) ? interval.end() : v + 1;
  }

  private void answer(Asker asker, Answer answer) {
    outbox.send(asker.name(), Table.ANSWER, TableCodec.encode(answer));
  }
}
