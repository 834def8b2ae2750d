package io.phoenix.routing.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.phoenix.api.SshSettings;
import io.phoenix.routing.ssh.SshException.Trouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whom we trust and who trusts us, against a real sshd: each refusal says what to run. */
@Timeout(60)
class SshLoginIT {
  @TempDir static Path shared;
  private static Sshd sshd;
  private static String agentPid;
  private static Path agentSocket;

  @TempDir Path dir;
  private Path knownHosts;
  private Path config;

  @BeforeAll
  static void start() throws IOException {
    sshd = Sshd.start(shared.resolve("sshd"));
    agentSocket = shared.resolve("agent");
    String started = Sshd.call("ssh-agent", "-s", "-a", agentSocket.toString());
    agentPid = started.replaceAll("(?s).*SSH_AGENT_PID=(\\d+);.*", "$1");
  }

  @AfterAll
  static void stop() {
    Sshd.call("kill", agentPid);
    sshd.close();
  }

  @BeforeEach
  void prepare() throws IOException {
    knownHosts = dir.resolve("known_hosts");
    config = dir.resolve("config");
    Files.createFile(config);
  }

  private SshSettings settings() throws IOException {
    return sshd.settings().withConfigFile(config).withKnownHosts(knownHosts);
  }

  private String run(SshSettings settings) {
    try (SshHosts hosts = SshHosts.open(settings)) {
      return hosts.connection(sshd.hop()).run("echo in").out().strip();
    }
  }

  private SshException refusal(SshSettings settings) {
    return catchThrowableOfType(SshException.class, () -> run(settings));
  }

  private void configure(String line) throws IOException {
    Files.writeString(config, line + "\n", StandardOpenOption.APPEND);
  }

  private static String fingerprint() {
    Path key = sshd.userKey().resolveSibling("host_key.pub");
    return Sshd.call("ssh-keygen", "-l", "-f", key.toString())
        .replaceAll("(?s).*(SHA256:\\S+).*", "$1");
  }

  // ---- The host's key

  @Test
  void anUnknownHostIsRefusedAndTheLineToRunMakesItKnown() throws IOException {
    SshException e = refusal(settings());
    assertThat(e.trouble()).isEqualTo(Trouble.UNKNOWN_HOST_KEY);
    assertThat(e.problem())
        .isEqualTo(
            "the ssh-ed25519 key of host [127.0.0.1]:%d, %s, is not known"
                .formatted(sshd.port(), fingerprint()));
    assertThat(e.hint())
        .isEqualTo(
            "if that is right, run ssh-keyscan -p %d -t ed25519 127.0.0.1 >> %s"
                .formatted(sshd.port(), knownHosts));
    runTheHint(e);
    assertThat(run(settings())).isEqualTo("in");
  }

  @Test
  void aChangedHostKeyIsRefusedEvenIfNewOnesAreAcceptedAndTheLinesToRunMendIt() throws IOException {
    Sshd.keygen(dir.resolve("other"), "");
    Files.writeString(knownHosts, "# first\n" + sshd.knownHostsLine(dir.resolve("other.pub")));
    for (boolean acceptNew : new boolean[] {false, true}) {
      SshException e = refusal(settings().withAcceptNew(acceptNew));
      assertThat(e.trouble()).isEqualTo(Trouble.CHANGED_HOST_KEY);
      assertThat(e.problem())
          .isEqualTo(
              "the ssh-ed25519 key of host [127.0.0.1]:%d, %s, is not the one known from %s:2:"
                      .formatted(sshd.port(), fingerprint(), knownHosts)
                  + " somebody may be in between");
      assertThat(e.hint()).contains("ssh-keygen -R '[127.0.0.1]:" + sshd.port() + "'");
    }
    runTheHint(refusal(settings()));
    assertThat(run(settings())).isEqualTo("in");
  }

  private static void runTheHint(SshException e) {
    String commands = e.hint().replaceFirst(".*?, run ", "").replace(", then ", " && ");
    Sshd.call("sh", "-c", commands);
  }

  @Test
  void aRevokedHostKeyIsRefused() throws IOException {
    Path key = sshd.userKey().resolveSibling("host_key.pub");
    Files.writeString(knownHosts, sshd.knownHostsLine(key) + "@revoked * " + Files.readString(key));
    SshException e = refusal(settings());
    assertThat(e.trouble()).isEqualTo(Trouble.CHANGED_HOST_KEY);
    assertThat(e).hasMessageEndingWith(" was revoked, in " + knownHosts + ":2");
  }

  @Test
  void aNewHostIsAcceptedAndRememberedIfThatIsWanted() throws IOException {
    Files.writeString(knownHosts, "other ssh-ed25519 AAAA"); // and no end of line
    assertThat(run(settings().withAcceptNew(true))).isEqualTo("in");
    assertThat(Files.readAllLines(knownHosts)).hasSize(2);
    assertThat(run(settings())).isEqualTo("in");
  }

  @Test
  void aNewHostIsRememberedInHashedFormIfTheConfigurationSaysSo() throws IOException {
    configure("HashKnownHosts yes");
    configure("StrictHostKeyChecking accept-new");
    assertThat(run(settings())).isEqualTo("in");
    assertThat(Files.readString(knownHosts)).startsWith("|1|").doesNotContain("127.0.0.1");
    assertThat(
            Sshd.call(
                "ssh-keygen", "-F", "[127.0.0.1]:" + sshd.port(), "-f", knownHosts.toString()))
        .contains("found");
    Files.writeString(config, "");
    assertThat(run(settings())).isEqualTo("in");
  }

  @Test
  void aHostThatIsKnownWithoutItsPortIsKnown() throws IOException {
    Path key = sshd.userKey().resolveSibling("host_key.pub");
    Files.writeString(knownHosts, "127.0.0.* " + Files.readString(key));
    assertThat(run(settings())).isEqualTo("in");
  }

  // ---- Our own keys

  private SshSettings trusting() throws IOException {
    return sshd.settings().withConfigFile(config);
  }

  @Test
  void aKeyThatTheServerDoesNotKnowIsSaidSo() throws IOException {
    Path other = dir.resolve("id_other");
    Sshd.keygen(other, "");
    SshException e = refusal(trusting().withIdentities(other));
    assertThat(e.trouble()).isEqualTo(Trouble.NOT_AUTHENTICATED);
    assertThat(e.problem())
        .isEqualTo(
            "%s@127.0.0.1:%d accepts none of the keys: %s"
                .formatted(Home.user(), sshd.port(), other));
    assertThat(e.hint())
        .isEqualTo("run ssh-copy-id -p %d %s@127.0.0.1".formatted(sshd.port(), Home.user()));
  }

  @Test
  void noKeyAtAllIsSaidSo() throws IOException {
    SshException e = refusal(trusting().withIdentities(dir.resolve("absent")));
    assertThat(e.trouble()).isEqualTo(Trouble.NOT_AUTHENTICATED);
    assertThat(e.problem()).startsWith("there is no key to log in to ");
    assertThat(e.hint()).startsWith("run ssh-keygen, then ssh-copy-id ");
  }

  @Test
  void aKeyWithAPassphraseIsTakenFromTheAgentAndItsAbsenceIsSaidSo() throws IOException {
    Path locked = dir.resolve("id_locked");
    Sshd.keygen(locked, "secret");
    Path allowed = sshd.userKey().resolveSibling("authorized_keys");
    Files.writeString(
        allowed, Files.readString(dir.resolve("id_locked.pub")), StandardOpenOption.APPEND);
    Path deaf = dir.resolve("no-agent");
    configure("IdentityAgent " + deaf);
    SshSettings settings = trusting().withIdentities(locked).withUseAgent(true);

    SshException e = refusal(settings);
    assertThat(e.trouble()).isEqualTo(Trouble.NOT_AUTHENTICATED);
    assertThat(e.problem())
        .endsWith(
            ": no agent (nobody answers at %s), %s needs a passphrase, and is not in the agent"
                .formatted(deaf, locked));
    assertThat(e.hint()).isEqualTo("run ssh-add " + locked + ", with an ssh-agent running");

    Path ask = Files.writeString(dir.resolve("ask"), "#!/bin/sh\necho secret\n");
    Sshd.call("chmod", "+x", ask.toString());
    Sshd.call(
        "env",
        "SSH_AUTH_SOCK=" + agentSocket,
        "SSH_ASKPASS=" + ask,
        "SSH_ASKPASS_REQUIRE=force",
        "ssh-add",
        locked.toString());
    Files.writeString(config, "IdentityAgent " + agentSocket + "\n");
    assertThat(run(settings)).isEqualTo("in");
    assertThat(run(settings.withIdentities(dir.resolve("absent")))).isEqualTo("in");
    assertThat(refusal(settings.withUseAgent(false)).trouble())
        .isEqualTo(Trouble.NOT_AUTHENTICATED);
  }

  @Test
  void aServerThatWantsAPasswordIsSaidSo() throws IOException {
    try (Sshd strange =
        Sshd.start(
            dir.resolve("strange"), "PubkeyAuthentication no", "PasswordAuthentication yes")) {
      try (SshHosts hosts = SshHosts.open(strange.settings())) {
        SshException e =
            catchThrowableOfType(
                SshException.class, () -> hosts.connection(strange.hop()).run("true"));
        assertThat(e.trouble()).isEqualTo(Trouble.NOT_AUTHENTICATED);
        assertThat(e).hasMessageContaining(" does not take keys, only password");
      }
    }
  }

  // ---- The configuration

  @Test
  void anAliasLeadsThroughAJumpHostWithItsOwnKeys() throws IOException {
    try (Sshd gateway = Sshd.start(dir.resolve("gateway"))) {
      Files.writeString(
          knownHosts, Files.readString(gateway.knownHosts()) + Files.readString(sshd.knownHosts()));
      configure(
          """
          Host inside
            HostName 127.0.0.1
            Port %d
            IdentityFile %s
            ProxyJump gate
          Host gate
            HostName 127.0.0.1
            Port %d
            IdentityFile %s
          Host *
            UserKnownHostsFile %s
          """
              .formatted(
                  sshd.port(), sshd.userKey(), gateway.port(), gateway.userKey(), knownHosts));
      var settings = SshSettings.users().withConfigFile(config).withUseAgent(false);
      try (SshHosts hosts = SshHosts.open(settings)) {
        SshConnection inside = hosts.connection("inside");
        assertThat(inside)
            .hasToString(
                "%1$s@127.0.0.1:%2$d via %1$s@127.0.0.1:%3$d"
                    .formatted(Home.user(), sshd.port(), gateway.port()));
        assertThat(inside.run("echo in").out()).isEqualTo("in\n");
        assertThat(hosts.connection("gate", "inside")).isSameAs(inside);

        gateway.killConnections();
        Await.until(() -> inside.run("echo in").isOk());
      }
    }
  }

  @Test
  void hostsThatJumpThroughEachOtherAreSaidSo() throws IOException {
    configure("Host a\n ProxyJump b\nHost b\n ProxyJump a");
    try (SshHosts hosts = SshHosts.open(trusting())) {
      SshException e = catchThrowableOfType(SshException.class, () -> hosts.connection("a"));
      assertThat(e)
          .hasMessageContaining("do hosts in the SSH configuration jump through each other?");
    }
  }

  @Test
  void aCipherThatTheServerLacksIsSaidSo() throws IOException {
    configure("Ciphers aes128-cbc");
    SshException e = refusal(trusting());
    assertThat(e.trouble()).isEqualTo(Trouble.NO_COMMON_ALGORITHM);
    assertThat(e).hasMessageContaining("cipher").hasMessageContaining("aes128-cbc");
  }
}
