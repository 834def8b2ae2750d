package io.phoenix.routing.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.phoenix.api.SshSettings;
import io.phoenix.routing.ssh.SshException.Trouble;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.sshd.common.channel.Channel;
import org.apache.sshd.common.channel.ChannelFactory;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.keyprovider.SimpleGeneratorHostKeyProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers that do what an sshd should not: each has its own reason. */
@Timeout(60)
class StrangeServerIT {
  @TempDir Path dir;
  private Path config;

  @BeforeEach
  void prepare() throws IOException {
    config = Files.writeString(dir.resolve("config"), "ConnectTimeout 20\n");
    Sshd.keygen("ecdsa", dir.resolve("key"), ""); // MINA knows no others without more libraries
  }

  private SshException failure(int port) {
    SshSettings settings =
        SshSettings.users()
            .withConfigFile(config)
            .withKnownHosts(dir.resolve("known_hosts"))
            .withIdentities(dir.resolve("key"))
            .withUseAgent(false)
            .withAcceptNew(true);
    try (SshHosts hosts = SshHosts.open(settings)) {
      return catchThrowableOfType(
          SshException.class, () -> hosts.connection("127.0.0.1:" + port).run("true"));
    }
  }

  private SshServer mina() {
    SshServer server = SshServer.setUpDefaultServer();
    server.setHost("127.0.0.1");
    server.setKeyPairProvider(new SimpleGeneratorHostKeyProvider(dir.resolve("mina_key")));
    server.setPublickeyAuthenticator((user, key, session) -> true);
    return server;
  }

  @Test
  void aServerThatDropsAfterTheLoginIsSaidSo() throws IOException {
    try (SshServer server = mina()) {
      server.setChannelFactories(List.of(new Dropping()));
      server.start();
      SshException e = failure(server.getPort());
      assertThat(e.trouble()).isEqualTo(Trouble.DROPPED);
      assertThat(e)
          .hasMessage(
              "%s@127.0.0.1:%d closed the connection right after the login; may that account log in?"
                      .formatted(Home.user(), server.getPort())
                  + " The sshd's log says why");
    }
  }

  /** Hangs up when the client, having logged in, wants to do something. */
  private static final class Dropping implements ChannelFactory {
    @Override
    public String getName() {
      return "session";
    }

    @Override
    public Channel createChannel(Session session) throws IOException {
      session.close(true);
      throw new IOException("on purpose");
    }
  }

  @Test
  void aServerThatDropsDuringTheLoginIsSaidSo() throws IOException {
    try (SshServer server = mina()) {
      server.addSessionListener(
          new SessionListener() {
            @Override
            public void sessionEvent(Session session, Event event) {
              if (event == Event.Authenticated) {
                session.close(true);
              }
            }
          });
      server.start();
      SshException e = failure(server.getPort());
      assertThat(e.trouble()).isEqualTo(Trouble.DROPPED);
      assertThat(e)
          .hasMessageStartingWith(
              "%s@127.0.0.1:%d closed the connection during the login; ",
              Home.user(), server.getPort());
    }
  }

  @Test
  void nobodyThereIsSaidSo() throws IOException {
    int port = Sshd.freePort();
    SshException e = failure(port);
    assertThat(e.trouble()).isEqualTo(Trouble.UNREACHABLE);
    assertThat(e).hasMessage("connection refused by 127.0.0.1:%d; does an sshd run there?", port);
  }

  @Test
  void anUnknownNameIsSaidSo() throws IOException {
    Files.writeString(config, "HostName no-such-host.invalid\n");
    assertThat(failure(22))
        .hasMessage(
            "unknown host 'no-such-host.invalid'; check its spelling, or give it a HostName in the"
                + " SSH configuration");
  }

  @Test
  void aServerThatSaysNothingIsGivenUp() throws IOException {
    Files.writeString(config, "ConnectTimeout 1\n");
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      SshException e = failure(server.getLocalPort());
      assertThat(e.trouble()).isEqualTo(Trouble.LATE);
      assertThat(e)
          .hasMessage(
              "%s@127.0.0.1:%d has not finished the login in time; is that an SSH server?",
              Home.user(), server.getLocalPort());
    }
  }

  @Test
  void aServerOfSomethingElseIsSaidSo() throws Exception {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var web =
          new Thread(
              () -> {
                try (Socket socket = server.accept()) {
                  socket
                      .getOutputStream()
                      .write("HTTP/1.0 400\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      web.start();
      SshException e = failure(server.getLocalPort());
      assertThat(e.trouble()).isEqualTo(Trouble.NO_SSH_SERVER);
      assertThat(e)
          .hasMessage(
              "what answers at 127.0.0.1:%d is no SSH server; check the port; a busy sshd also closes"
                  + " at once (MaxStartups)",
              server.getLocalPort());
      web.join();
    }
  }
}
