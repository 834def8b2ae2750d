package io.phoenix.routing.ssh;

import io.phoenix.api.SshSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A real OpenSSH server on a port of this machine, with keys of its own, and a user who may log in
 * to it: whoever runs the tests.
 */
public final class Sshd implements AutoCloseable {
  private static final long START_NS = TimeUnit.SECONDS.toNanos(20);

  private final Path dir;
  private final int port;
  private final List<String> config;
  private Process process;

  private Sshd(Path dir, int port, List<String> config) {
    this.dir = dir;
    this.port = port;
    this.config = config;
  }

  /**
   * Starts one.
   *
   * @param dir an empty directory for its files
   * @param config further lines of its sshd_config; they win over the usual ones
   */
  public static Sshd start(Path dir, String... config) throws IOException {
    Files.createDirectories(dir);
    keygen(dir.resolve("host_key"), "");
    keygen(dir.resolve("user_key"), "");
    Files.copy(dir.resolve("user_key.pub"), dir.resolve("authorized_keys"));
    var sshd = new Sshd(dir, freePort(), List.of(config));
    Files.writeString(sshd.knownHosts(), sshd.knownHostsLine(dir.resolve("host_key.pub")));
    sshd.restart();
    return sshd;
  }

  /** Makes a key pair, {@code file} and {@code file.pub}. */
  public static void keygen(Path file, String passphrase) {
    keygen("ed25519", file, passphrase);
  }

  static void keygen(String type, Path file, String passphrase) {
    call("ssh-keygen", "-q", "-t", type, "-N", passphrase, "-f", file.toString());
  }

  /** Runs a command that must succeed; returns what it prints. */
  public static String call(String... command) {
    try {
      Process run = new ProcessBuilder(command).redirectErrorStream(true).start();
      run.getOutputStream().close();
      String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (run.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", command) + ": " + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Starts it, at the same port as before. */
  public void restart() throws IOException {
    List<String> lines = new ArrayList<>(config);
    lines.add("Port " + port);
    lines.add("ListenAddress 127.0.0.1");
    lines.add("HostKey " + dir.resolve("host_key"));
    lines.add("AuthorizedKeysFile " + dir.resolve("authorized_keys"));
    lines.add("PidFile " + dir.resolve("sshd.pid"));
    lines.add("UsePAM no");
    lines.add("StrictModes no");
    lines.add("PermitRootLogin yes");
    lines.add("PasswordAuthentication no");
    lines.add("KbdInteractiveAuthentication no");
    lines.add("MaxStartups 100");
    Files.write(dir.resolve("sshd_config"), lines);
    Files.createDirectories(Path.of("/run/sshd")); // of a Debian server that never ran as a service
    process =
        new ProcessBuilder(
                "/usr/sbin/sshd", "-D", "-e", "-f", dir.resolve("sshd_config").toString())
            .redirectErrorStream(true)
            .redirectOutput(dir.resolve("log").toFile())
            .start();
    long deadlineNs = System.nanoTime() + START_NS;
    while (!answers()) {
      if (!process.isAlive() || System.nanoTime() - deadlineNs > 0) {
        throw new IllegalStateException("sshd: " + Files.readString(dir.resolve("log")));
      }
      Thread.onSpinWait();
    }
  }

  private boolean answers() {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.getInputStream().read() == 'S';
    } catch (IOException e) {
      return false;
    }
  }

  /** Kills it and every process that serves a connection, as a machine that goes down does. */
  public void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Kills the processes that serve connections; new ones are accepted. */
  public void killConnections() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
  }

  @Override
  public void close() {
    kill();
  }

  /** Its port of 127.0.0.1. */
  public int port() {
    return port;
  }

  /** How to name it in a port: {@code ssh://127.0.0.1:port}. */
  public String hop() {
    return "ssh://127.0.0.1:" + port;
  }

  /** The file that knows its host key. */
  public Path knownHosts() {
    return dir.resolve("known_hosts");
  }

  /** The private key that it accepts. */
  public Path userKey() {
    return dir.resolve("user_key");
  }

  /** What a known-hosts file says of it if it has the given public key. */
  String knownHostsLine(Path publicKey) throws IOException {
    return "[127.0.0.1]:" + port + " " + Files.readString(publicKey);
  }

  /** Settings that let one in, and leave the user's own files alone. */
  public SshSettings settings() throws IOException {
    Path empty = dir.resolve("ssh_config");
    if (!Files.exists(empty)) {
      Files.createFile(empty);
    }
    return SshSettings.users()
        .withConfigFile(empty)
        .withKnownHosts(knownHosts())
        .withIdentities(userKey())
        .withUseAgent(false);
  }
}
