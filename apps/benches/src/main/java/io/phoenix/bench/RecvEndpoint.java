package io.phoenix.bench;

import io.phoenix.api.Message;
import io.phoenix.api.Node;

/** Phoenix as an MPI program uses it: a thread of the application sends and receives. */
final class RecvEndpoint extends PhoenixEndpoint {

  RecvEndpoint(boolean busyPoll) {
    super(busyPoll);
  }

  @Override
  void onOpen(Node node) {}

  @Override
  public void serve(Task task) throws InterruptedException {
    Node node = node();
    byte[] answer = new byte[1];
    boolean stream = task.kind() == Task.Kind.STREAM;
    // There are two streams, the first one to warm up.
    int lastOnes = stream ? 2 : 1;
    for (int seen = 0; lastOnes > 0; ) {
      Message message = node.recv(PING);
      seen++;
      boolean last = message.payload()[0] == LAST;
      lastOnes -= last ? 1 : 0;
      if (task.kind() == Task.Kind.ROUND_TRIP) {
        node.send(CLIENT, PONG, message.payload());
      } else if (stream ? last : seen % Task.WINDOW == 0) {
        node.send(CLIENT, PONG, answer);
      }
    }
  }

  @Override
  public double measure(Task task) throws Exception {
    Node node = node();
    if (task.kind() == Task.Kind.STREAM) {
      return stream(task, () -> node.recv(PONG));
    }
    var clock = new Clock(task);
    byte[] more = payload(task, false);
    for (boolean last = false; !last; ) {
      last = clock.isLast(task.burst());
      for (int i = 1; i < task.burst(); i++) {
        node.send(SERVER, PING, more);
      }
      node.send(SERVER, PING, last ? payload(task, true) : more);
      node.recv(PONG);
    }
    return clock.result();
  }
}
