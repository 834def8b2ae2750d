package io.phoenix.apps.fuzz;

import static io.phoenix.apps.fuzz.Neighbourhood.SECOND;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.apps.cluster.Control;
import io.phoenix.apps.cluster.Control.Order;
import io.phoenix.apps.cluster.ControlServer;
import io.phoenix.apps.cluster.NodeApplication.Running;
import io.phoenix.apps.cluster.NodeProcess;
import io.phoenix.apps.cluster.NodeSelf;
import io.phoenix.migration.Migration;
import io.phoenix.migration.state.MigratingState;
import io.phoenix.routing.tls.ClusterAuthority;
import io.phoenix.routing.tls.Warrant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Orders of the {@code phoenix} command, of a member that is no administrator: whatever it sends,
 * the victim neither leaves nor ends. Orders are carried out on the loop here, so that the same
 * seed gives the same run.
 */
final class ControlDoor implements FuzzDoor {
  private static final List<Integer> TAGS =
      List.of(Control.REQUEST_TAG, Control.LONG_REQUEST_TAG, Control.REPLY_TAG);

  @Override
  public String name() {
    return "control";
  }

  @Override
  public String what() {
    return "orders of the phoenix command, by a member that is no administrator";
  }

  @Override
  public int trialInputs() {
    return 50_000;
  }

  @Override
  public Trial open(long seed) {
    return new Ordering(new Neighbourhood(seed));
  }

  /** Certificates in files, as nodes have them; made once, and deleted at the end. */
  private static final class Certificates {
    static final Path NODE = directory("node");
    static final Path ADMINISTRATOR = directory("administrator");

    static {
      ClusterAuthority authority = ClusterAuthority.ephemeral();
      authority.issue("node").writeTo(NODE);
      authority.issueAdministrator("administrator").writeTo(ADMINISTRATOR);
    }

    private static Path directory(String name) {
      try {
        Path made = Files.createTempDirectory("phoenix-fuzz-" + name);
        for (String file : List.of("ca.pem", "node.pem", "revoked.pem", "")) {
          made.resolve(file).toFile().deleteOnExit();
        }
        return made;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class Ordering extends MessageTrial implements ControlServer.Exit {
    private boolean obeyed;

    Ordering(Neighbourhood neighbourhood) {
      super(neighbourhood, TAGS);
      Migration migration = Migration.on(neighbourhood.victim, MigratingState.none());
      Running running = () -> migration;
      new ControlServer(
              new NodeProcess(
                  neighbourhood.victim, running, "victim", Certificates.NODE.resolve("log")),
              new NodeSelf("victim", "lan", null, Certificates.NODE),
              this,
              Runnable::run)
          .begin();
      neighbourhood.world.runFor(SECOND);
      byte[] none = {};
      byte[] foreign =
          Warrant.signer(Certificates.ADMINISTRATOR).sign("another order".getBytes(UTF_8));
      for (Order order : Order.values()) {
        for (int i = 0; i < 10; i++) { // to check a signature takes long: few have one
          add(Control.REQUEST_TAG, request(order, i == 0 ? foreign : none, argument(order)));
        }
      }
      add(Control.LONG_REQUEST_TAG, request(Order.REVOKE, none, "x".repeat(20_000)));
      add(Control.REPLY_TAG, request(Order.DESCRIBE, none, ""));
    }

    private static String argument(Order order) {
      return switch (order) {
        case EXPLAIN -> Control.ROUTE + "1234";
        case LOGS -> "1000";
        case ADD_PORT -> "10.0.0.77:7000";
        case LEFT, BACK -> "a\nb\nlan1-3";
        default -> "words";
      };
    }

    /** As {@code Control.Request} writes it. */
    private static byte[] request(Order order, byte[] warrant, String argument) {
      byte[] text = argument.getBytes(UTF_8);
      return ByteBuffer.allocate(12 + warrant.length + text.length)
          .put(Control.VERSION)
          .putLong(42)
          .put(order.number())
          .putShort((short) warrant.length)
          .put(warrant)
          .put(text)
          .array();
    }

    @Override
    public void leave() {
      obeyed = true;
    }

    @Override
    public void end() {
      obeyed = true;
    }

    @Override
    public void put(byte[] input) {
      super.put(input);
      BrokenPromise.unless(!obeyed, "the victim obeys somebody who may not give orders");
    }
  }
}
