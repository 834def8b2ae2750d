package io.phoenix.routing.ssh;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchAlgoNegoFailException;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.JSchSessionDisconnectException;
import com.jcraft.jsch.Session;
import io.phoenix.routing.ssh.SshException.Trouble;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One attempt to log in to a host, and what to say when it fails. */
final class Login {
  /** Hosts' certificates are not understood, so they are not asked for. */
  private static final String CERTIFICATE = "-cert-v01@openssh.com";

  private final HostOptions options;
  private final Carrier carrier;
  private final KnownHosts knownHosts;
  private final Identities identities;

  Login(HostOptions options, Carrier carrier) {
    this.options = options;
    this.carrier = carrier;
    this.knownHosts = new KnownHosts(options);
    this.identities = new Identities(options);
  }

  /** Connects and logs in. Blocks; closing the carrier ends it. */
  Session run() {
    @Nullable Session session = null;
    try {
      var jsch = new JSch();
      jsch.setHostKeyRepository(knownHosts);
      jsch.setIdentityRepository(identities);
      session = jsch.getSession(options.user(), options.host(), options.port());
      configure(session);
      session.connect();
      return session;
    } catch (JSchException | RuntimeException e) {
      carrier.close();
      throw explain(e, session);
    }
  }

  private void configure(Session session) {
    session.setProxy(carrier);
    session.setThreadFactory(SshHosts.daemons("phoenix-ssh-" + options.host()));
    session.setDaemonThread(true);
    if (options.hostKeyAlias() != null) {
      session.setHostKeyAlias(options.hostKeyAlias());
    }
    session.setConfig("StrictHostKeyChecking", "yes"); // what is new is for KnownHosts to decide
    session.setConfig("PreferredAuthentications", "publickey");
    set(session, "kex", "kexalgorithms");
    set(session, "server_host_key", "hostkeyalgorithms");
    for (String direction : new String[] {"c2s", "s2c"}) {
      set(session, "cipher." + direction, "ciphers");
      set(session, "mac." + direction, "macs");
    }
  }

  /** Applies what the configuration says of algorithms, as far as there are such. */
  private void set(Session session, String jschs, String keyword) {
    String wanted = options.algorithms(keyword, JSch.getConfig(jschs));
    String usable =
        Arrays.stream(wanted.split(","))
            .filter(name -> JSch.getConfig(name) != null && !name.endsWith(CERTIFICATE))
            .collect(Collectors.joining(","));
    if (usable.isEmpty()) {
      throw new SshException(
          Trouble.CONFIGURATION,
          "none of the "
              + keyword
              + " that are configured for "
              + options.host()
              + " is supported: "
              + wanted,
          "add one of " + JSch.getConfig(jschs));
    }
    session.setConfig(jschs, usable);
  }

  private SshException explain(Exception e, @Nullable Session session) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SshException known) {
        return known;
      }
    }
    SshException refusal = knownHosts.refusal();
    if (refusal != null) {
      return refusal;
    }
    String at = options.address();
    String words = String.valueOf(e.getMessage());
    if (words.contains("authentication failures")) {
      return notAuthenticated(words);
    }
    if (e instanceof JSchSessionDisconnectException farewell) {
      return new SshException(
          Trouble.DROPPED, at + " ended the connection: " + farewell.getDescription(), null, e);
    }
    String how = carrier.end();
    if (how != null && !isWithoutVersion(session)) {
      return dropped(options, how, "during", e); // which JSch may call a failed authentication
    }
    if (words.startsWith("Auth ")) {
      return notAuthenticated(words);
    }
    if (e instanceof JSchAlgoNegoFailException mismatch) {
      return new SshException(
          Trouble.NO_COMMON_ALGORITHM,
          "%s and this side have no %s in common: %s there, %s here"
              .formatted(
                  at,
                  mismatch.getAlgorithmName(),
                  mismatch.getServerProposal(),
                  mismatch.getJSchProposal()),
          null,
          e);
    }
    if (isWithoutVersion(session)) {
      return new SshException(
          Trouble.NO_SSH_SERVER,
          "what answers at " + options.host() + ":" + options.port() + " is no SSH server",
          "check the port; a busy sshd also closes at once (MaxStartups)",
          e);
    }
    return new SshException(
        Trouble.DROPPED,
        at + " broke off the login: " + words.replaceFirst("^Session.connect: ", ""),
        "the sshd's log says why",
        e);
  }

  /** The server has ended the connection before it was of any use. */
  static SshException dropped(HostOptions options, String how, String when, @Nullable Throwable e) {
    return new SshException(
        Trouble.DROPPED,
        options.address() + " " + how + " " + when + " the login",
        "may that account log in? The sshd's log says why",
        e);
  }

  private SshException notAuthenticated(String words) {
    String at = options.address();
    int methods = words.indexOf('\'');
    if (methods >= 0 && !words.substring(methods).contains("publickey")) {
      return new SshException(
          Trouble.NOT_AUTHENTICATED,
          at + " does not take keys, only " + words.substring(methods).replace("'", ""),
          "allow PubkeyAuthentication in its sshd_config");
    }
    String port = options.port() == 22 ? "" : "-p " + options.port() + " ";
    String copy = "ssh-copy-id " + port + options.user() + "@" + options.host();
    if (identities.getIdentities().isEmpty()) {
      return new SshException(
          Trouble.NOT_AUTHENTICATED,
          "there is no key to log in to " + at + " with: " + identities.notes(),
          identities.hint() != null ? identities.hint() : "run ssh-keygen, then " + copy);
    }
    return new SshException(
        Trouble.NOT_AUTHENTICATED,
        at + " accepts none of the keys: " + identities.notes(),
        identities.hint() != null ? identities.hint() : "run " + copy);
  }

  private static boolean isWithoutVersion(@Nullable Session session) {
    try {
      return session == null || session.getServerVersion().isEmpty();
    } catch (RuntimeException e) {
      return true; // JSch has nothing to show
    }
  }
}
