package io.phoenix.apps.launch;

import io.phoenix.api.PhoenixException;
import io.phoenix.routing.ssh.SshException;
import org.jspecify.annotations.Nullable;

/**
 * Why nothing, or not everything, could be started on a host.
 *
 * @param what what went wrong
 * @param hint what to do about it
 */
record HostFailure(String what, String hint) {

  static HostFailure of(PhoenixException e) {
    if (e instanceof SshException ssh) {
      @Nullable String hint = ssh.hint();
      return new HostFailure(ssh.problem(), hint == null ? "mend that; then 'phoenix join'" : hint);
    }
    return new HostFailure(String.valueOf(e.getMessage()), "mend that; then 'phoenix join'");
  }
}
