package io.phoenix.routing.ssh;

import com.jcraft.jsch.Channel;
import com.jcraft.jsch.JSchException;
import io.phoenix.routing.ssh.SshException.Trouble;
import org.jspecify.annotations.Nullable;

/** What all tunnels have in common. */
final class Tunnels {
  /** As OpenSSH has it; more in one packet only delays others. */
  static final int PACKET_BYTES = 32 * 1024;

  /** What may be under way to here: enough for a fast line of long delay, as OpenSSH has it. */
  static final int WINDOW_BYTES = 64 * PACKET_BYTES;

  // RFC 4254, section 5.1; JSch keeps the reason where it keeps exit codes.
  private static final int ADMINISTRATIVELY_PROHIBITED = 1;
  private static final int CONNECT_FAILED = 2;

  private Tunnels() {}

  /** Why a tunnel could not be opened. */
  static SshException explain(
      SshConnection connection,
      String target,
      @Nullable Channel channel,
      @Nullable JSchException e) {
    int reason = channel == null ? -1 : channel.getExitStatus();
    return switch (reason) {
      case ADMINISTRATIVELY_PROHIBITED ->
          new SshException(
              Trouble.NO_FORWARDING,
              connection + " does not forward to " + target,
              "set AllowTcpForwarding (and PermitOpen) in its sshd_config",
              e);
      case CONNECT_FAILED ->
          new SshException(
              Trouble.UNREACHABLE_BEHIND, connection + " cannot connect to " + target, null, e);
      default ->
          new SshException(
              Trouble.LATE, connection + " has not opened a tunnel to " + target, null, e);
    };
  }
}
