package io.phoenix.bench;

import io.phoenix.api.Message;
import io.phoenix.api.Node;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;

/** Phoenix as protocols use it: handlers on the loop receive, and send the next message. */
final class HandlerEndpoint extends PhoenixEndpoint {
  private volatile Side side = message -> {};

  HandlerEndpoint(boolean busyPoll) {
    super(busyPoll);
  }

  /** What this end does with a message in the task under way; runs on the loop. */
  private interface Side {
    void onMessage(Message message);
  }

  @Override
  void onOpen(Node node) {
    node.handle(PING, message -> side.onMessage(message));
    node.handle(PONG, message -> side.onMessage(message));
  }

  @Override
  public void serve(Task task) throws Exception {
    var over = new CompletableFuture<Boolean>();
    side = new Server(node(), task, over);
    over.get();
  }

  @Override
  public double measure(Task task) throws Exception {
    if (task.kind() == Task.Kind.STREAM) {
      var answers = new LinkedBlockingQueue<Message>();
      side = answers::add;
      return stream(task, answers::take);
    }
    var result = new CompletableFuture<Double>();
    var client = new Client(node(), task, result);
    side = client;
    node().loop().execute(client::sendRound);
    return result.get();
  }

  /** Answers each round. */
  private static final class Server implements Side {
    private final Node node;
    private final Task task;
    private final CompletableFuture<Boolean> over;
    private final byte[] answer = new byte[1];
    private int lastOnes;
    private int seen;

    Server(Node node, Task task, CompletableFuture<Boolean> over) {
      this.node = node;
      this.task = task;
      this.over = over;
      // There are two streams, the first one to warm up.
      this.lastOnes = task.kind() == Task.Kind.STREAM ? 2 : 1;
    }

    @Override
    public void onMessage(Message message) {
      seen++;
      boolean last = message.payload()[0] == LAST;
      switch (task.kind()) {
        case ROUND_TRIP -> node.send(CLIENT, PONG, message.payload());
        case STREAM -> {
          if (last) {
            node.send(CLIENT, PONG, answer);
          }
        }
        default -> {
          if (seen % Task.WINDOW == 0) {
            node.send(CLIENT, PONG, answer);
          }
        }
      }
      if (last && --lastOnes == 0) {
        over.complete(true);
      }
    }
  }

  /** Sends the next round when the last one has been answered. */
  private static final class Client implements Side {
    private final Node node;
    private final Task task;
    private final CompletableFuture<Double> result;
    private final byte[] more;
    private final Clock clock;
    private boolean last;

    Client(Node node, Task task, CompletableFuture<Double> result) {
      this.node = node;
      this.task = task;
      this.result = result;
      this.more = payload(task, false);
      this.clock = new Clock(task);
    }

    void sendRound() {
      last = clock.isLast(task.burst());
      for (int i = 1; i < task.burst(); i++) {
        node.send(SERVER, PING, more);
      }
      node.send(SERVER, PING, last ? payload(task, true) : more);
    }

    @Override
    public void onMessage(Message message) {
      if (last) {
        result.complete(clock.result());
      } else {
        sendRound();
      }
    }
  }
}
