package io.phoenix.apps.launch;

import io.phoenix.routing.ssh.SshResult;
import java.nio.file.Path;
import java.time.Duration;

/** A way to run commands on a host and to copy files to it. Its methods block. */
interface HostShell {

  /**
   * Runs a POSIX shell script, which is not seen in any list of processes.
   *
   * @throws io.phoenix.api.PhoenixException if the host cannot be reached, or the time is up
   */
  SshResult run(String script, Duration limit);

  /** Copies a file to a place relative to the user's home; it appears when it is whole. */
  void put(Path local, String remote);
}
