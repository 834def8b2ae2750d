package io.phoenix.apps.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.routing.ssh.SshConnection;
import io.phoenix.routing.ssh.SshResult;
import java.nio.file.Path;
import java.time.Duration;

/** To another host, by SSH. */
record SshShell(SshConnection connection) implements HostShell {
  private static final int READABLE = 0644;

  @Override
  public SshResult run(String script, Duration limit) {
    // Whatever shell the user has there: the script is for sh.
    return connection.run("sh -s", script.getBytes(UTF_8), limit);
  }

  @Override
  public void put(Path local, String remote) {
    connection.put(local, remote, READABLE);
  }
}
