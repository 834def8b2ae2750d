package io.phoenix.apps.table;

import io.phoenix.api.BackPressureException;
import io.phoenix.api.Message;
import io.phoenix.api.Node;
import io.phoenix.api.PhoenixException;
import io.phoenix.apps.table.TableMessage.Answer;
import io.phoenix.apps.table.TableMessage.Request;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The requests of one node that have not been answered. */
final class Requests {
  private static final Logger log = LoggerFactory.getLogger(Requests.class);

  /** So that answers do not pile up at owners: these have no other bound. */
  private static final int MAX_PENDING = 10_000;

  private static final Duration TIMEOUT = Duration.ofSeconds(Table.TIMEOUT_SECONDS);
  private static final Duration SWEEP = TIMEOUT.dividedBy(8);

  private final Node node;
  private final AtomicLong lastId = new AtomicLong();
  private final Map<Long, Pending<?>> pending = new ConcurrentSkipListMap<>();
  private final Semaphore room = new Semaphore(MAX_PENDING);
  private final AtomicBoolean sweeping = new AtomicBoolean();

  /** A request, and what is to be done with its answer. */
  private record Pending<A extends Answer>(
      long v, long deadlineNs, Class<A> type, CompletableFuture<A> answer) {
    void complete(Answer given) {
      if (type.isInstance(given)) {
        answer.complete(type.cast(given));
      } else {
        answer.completeExceptionally(
            new PhoenixException(
                "virtual node " + v + " answered " + given + ", expected a " + type));
      }
    }
  }

  Requests(Node node) {
    this.node = node;
  }

  /** Asks the owner of a virtual node; completed on the loop. */
  <A extends Answer> CompletableFuture<A> ask(
      long v, LongFunction<Request> question, Class<A> type) {
    var answer = new CompletableFuture<A>();
    if (!waitForRoom()) {
      answer.completeExceptionally(
          new BackPressureException(
              MAX_PENDING + " requests are under way: wait for some of them first"));
      return answer;
    }
    long id = lastId.incrementAndGet();
    long deadlineNs = node.loop().nowNs() + TIMEOUT.toNanos();
    pending.put(id, new Pending<>(v, deadlineNs, type, answer));
    try {
      node.send(v, Table.REQUEST, TableCodec.encode(question.apply(id)));
    } catch (RuntimeException e) {
      forget(id);
      answer.completeExceptionally(e);
      return answer;
    }
    if (!sweeping.getAndSet(true)) {
      sweepLater();
    }
    return answer;
  }

  private boolean waitForRoom() {
    if (room.tryAcquire()) {
      return true;
    }
    try {
      return !node.loop().inLoop() && room.tryAcquire(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private @Nullable Pending<?> forget(long id) {
    Pending<?> request = pending.remove(id);
    if (request != null) {
      room.release();
    }
    return request;
  }

  void onAnswer(Message message) {
    Answer answer;
    try {
      answer = TableCodec.answer(ByteBuffer.wrap(message.payload()));
    } catch (RuntimeException e) {
      log.warn("{} is no answer and was ignored: {}", message, e.toString());
      return;
    }
    Pending<?> request = forget(answer.id());
    if (request != null) { // else it came too late
      request.complete(answer);
    }
  }

  private void sweepLater() {
    var unused = node.loop().schedule(SWEEP, this::sweep);
  }

  private void sweep() {
    long nowNs = node.loop().nowNs();
    for (Map.Entry<Long, Pending<?>> entry : pending.entrySet()) {
      if (nowNs - entry.getValue().deadlineNs() < 0) {
        continue;
      }
      Pending<?> request = forget(entry.getKey());
      if (request != null) {
        request
            .answer()
            .completeExceptionally(
                new PhoenixException(
                    "virtual node %d has not answered for %d s: is its owner dead? It is not known whether the request was carried out"
                        .formatted(request.v(), TIMEOUT.toSeconds())));
      }
    }
    sweeping.set(false);
    if (!pending.isEmpty() && !sweeping.getAndSet(true)) {
      sweepLater();
    }
  }
}
