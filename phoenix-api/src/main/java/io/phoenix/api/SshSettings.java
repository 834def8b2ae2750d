package io.phoenix.api;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a node's SSH connections take their settings from. Immutable; each {@code with…} method
 * returns a changed copy.
 *
 * <pre>{@code
 * SshSettings.users() //                 as the ssh command does: ~/.ssh, and the agent
 *     .withAcceptNew(true); //           and hosts never seen before are remembered, not refused
 * }</pre>
 *
 * @param configFile read instead of {@code ~/.ssh/config} and the system's; {@code null} for those
 * @param knownHosts the files of known host keys; empty for those that the configuration names
 * @param identities files of private keys; empty for those that the configuration names
 * @param acceptNew whether the key of a host that is not known is accepted and remembered, in the
 *     first of the files; a key that has changed never is
 * @param useAgent whether keys of the agent at {@code SSH_AUTH_SOCK} are tried
 */
public record SshSettings(
    @Nullable Path configFile,
    List<Path> knownHosts,
    List<Path> identities,
    boolean acceptNew,
    boolean useAgent) {

  /** Copies the lists. */
  public SshSettings {
    knownHosts = List.copyOf(knownHosts);
    identities = List.copyOf(identities);
  }

  /** The user's own settings, as the {@code ssh} command has them. */
  public static SshSettings users() {
    return new SshSettings(null, List.of(), List.of(), false, true);
  }

  /** Reads this file instead of the user's and the system's. */
  public SshSettings withConfigFile(@Nullable Path configFile) {
    return new SshSettings(configFile, knownHosts, identities, acceptNew, useAgent);
  }

  /** Looks for host keys in these files only. */
  public SshSettings withKnownHosts(Path... knownHosts) {
    return new SshSettings(configFile, List.of(knownHosts), identities, acceptNew, useAgent);
  }

  /** Logs in with these keys. */
  public SshSettings withIdentities(Path... identities) {
    return new SshSettings(configFile, knownHosts, List.of(identities), acceptNew, useAgent);
  }

  /** Whether hosts never seen before are accepted and remembered. */
  public SshSettings withAcceptNew(boolean acceptNew) {
    return new SshSettings(configFile, knownHosts, identities, acceptNew, useAgent);
  }

  /** Whether the agent is asked. */
  public SshSettings withUseAgent(boolean useAgent) {
    return new SshSettings(configFile, knownHosts, identities, acceptNew, useAgent);
  }
}
