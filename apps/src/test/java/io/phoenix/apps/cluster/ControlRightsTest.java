package io.phoenix.apps.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.Node;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.Phoenix;
import io.phoenix.api.ResourceName;
import io.phoenix.apps.cluster.Control.Order;
import io.phoenix.apps.cluster.Control.Reply;
import io.phoenix.apps.cluster.Control.Request;
import io.phoenix.apps.cluster.NodeApplication.Place;
import io.phoenix.apps.cluster.NodeApplication.Running;
import io.phoenix.routing.tls.ClusterAuthority;
import io.phoenix.routing.tls.Credentials;
import io.phoenix.routing.tls.Warrant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may tell a node what to do: over TLS and TCP, with real certificates. */
class ControlRightsTest implements ControlServer.Exit {
  private static final NodeConfig CONFIG =
      NodeConfig.of("rights", 1024).withLeaveTimeout(Duration.ofSeconds(1));

  @TempDir private Path dir;
  private final List<AutoCloseable> open = new ArrayList<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private ClusterAuthority authority;
  private Node node;

  @BeforeEach
  void openNode() {
    authority = ClusterAuthority.create(dir.resolve("authority"), "rights");
    node = Phoenix.open(with("a", authority.issue("a")));
    open.add(node);
    Running idle = new IdleApplication().start(new Place(node, "a", "x", 1), List.of());
    var process = new NodeProcess(node, idle, "a", dir.resolve("leave.log"));
    new ControlServer(process, new NodeSelf("a", "x", null, dir.resolve("a")), this).begin();
  }

  @AfterEach
  void closeNodes() throws Exception {
    for (AutoCloseable one : open) {
      one.close();
    }
  }

  @Override
  public void leave() {}

  @Override
  public void end() {
    ended.countDown();
  }

  private NodeConfig with(String name, Credentials credentials) {
    return CONFIG.withSecurity(credentials.writeTo(dir.resolve(name)));
  }

  private ControlClient client(String name, Credentials credentials) {
    ControlClient client =
        ControlClient.open(with(name, credentials).withPorts(node.localPort().toString()));
    open.add(0, client);
    return client;
  }

  private static Reply reply(CompletableFuture<Reply> asked) throws Exception {
    return asked.get(20, TimeUnit.SECONDS);
  }

  @Test
  void theCertificateOfANodeEndsNobody() throws Exception {
    ControlClient host = client("b", authority.issue("b"));
    Reply reply = reply(host.ask(node.resourceName(), Order.END, ""));
    assertThat(reply.ok()).isFalse();
    assertThat(reply.text()).contains("administrator");
    assertThat(ended.await(2, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void theCertificateOfAnAdministratorDoes() throws Exception {
    ControlClient admin = client("admin", authority.issueAdministrator("admin"));
    assertThat(reply(admin.ask(node.resourceName(), Order.END, "")).ok()).isTrue();
    assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void orderIsCarriedOutOnceAndForOneNodeOnly() throws Exception {
    ControlClient admin = client("admin", authority.issueAdministrator("admin"));
    ResourceName from = admin.node().resourceName();
    var signer = Warrant.signer(dir.resolve("admin"));
    Request order = Request.of(7, Order.EXPLAIN, "");
    Request forUs = order.withWarrant(signer.sign(order.content(from, node.resourceName())));
    Request forOther = order.withWarrant(signer.sign(order.content(from, from)));
    var authorization = new OrderAuthorization(dir.resolve("a"), node.resourceName());
    assertThatThrownBy(() -> authorization.check(from, forOther))
        .hasMessageContaining("another order");
    authorization.check(from, forUs);
    assertThatThrownBy(() -> authorization.check(from, forUs))
        .hasMessageContaining("carried out before");
    Request changed = new Request(7, Order.END, forUs.argument(), forUs.warrant());
    assertThatThrownBy(() -> authorization.check(from, changed))
        .hasMessageContaining("another order");
  }

  @Test
  void revokedAdministratorIsNotObeyed() throws Exception {
    ControlClient admin = client("admin", authority.issueAdministrator("admin"));
    authority.revoke("admin");
    Files.writeString(dir.resolve("a").resolve("revoked.pem"), authority.revocations());
    var signer = Warrant.signer(dir.resolve("admin"));
    Request order = Request.of(7, Order.END, "");
    ResourceName from = admin.node().resourceName();
    Request signed = order.withWarrant(signer.sign(order.content(from, node.resourceName())));
    assertThatThrownBy(
            () -> new OrderAuthorization(dir.resolve("a"), node.resourceName()).check(from, signed))
        .hasMessageContaining("it was revoked");
  }

  @Test
  void listOfHundredsOfRevokedCertificatesArrives() throws Exception {
    ControlClient admin = client("admin", authority.issueAdministrator("admin"));
    for (int i = 0; i < 300; i++) {
      authority.issue("many");
    }
    assertThat(authority.revoke("many")).isEqualTo(300);
    String list = authority.revocations();
    assertThat(list.length()).isGreaterThan(Control.MAX_REQUEST_BYTES);
    assertThat(reply(admin.ask(node.resourceName(), Order.REVOKE, list)).ok()).isTrue();
    assertThat(dir.resolve("a").resolve("revoked.pem")).content().contains("300 certificates");
  }

  @Test
  void replyOfSomebodyElseIsNotTaken() throws Exception {
    ControlClient client = client("v", authority.issue("v"));
    Node liar =
        Phoenix.open(with("liar", authority.issue("liar")).withPorts(node.localPort().toString()));
    open.add(0, liar);
    ResourceName silent = new ResourceName(-5); // who is asked does not answer in time
    var asked = client.ask(silent, Order.DESCRIBE, "");
    for (long id = 0; id < 100; id++) {
      liar.send(
          client.node().resourceName(),
          Control.REPLY_TAG,
          new Reply(id, true, "a lie".getBytes(UTF_8)).encode());
    }
    var said = new CountDownLatch(1);
    client.node().handle(77, message -> said.countDown());
    liar.send(client.node().resourceName(), 77, new byte[0]); // after all that it said before
    assertThat(said.await(20, TimeUnit.SECONDS)).isTrue();
    Reply honest = reply(client.ask(node.resourceName(), Order.DESCRIBE, ""));
    assertThat(honest.ok()).isTrue();
    assertThat(asked).isNotDone();
  }
}
