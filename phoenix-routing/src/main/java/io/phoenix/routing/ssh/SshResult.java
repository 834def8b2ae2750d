package io.phoenix.routing.ssh;

/**
 * What became of a command on another host.
 *
 * @param exitCode the command's own, or 128 + n if signal n ended it, as shells have it
 * @param out what it wrote to its standard output, up to {@link SshConnection#MAX_OUTPUT}
 *     characters
 * @param err what it wrote to its standard error, up to as many
 */
public record SshResult(int exitCode, String out, String err) {

  /** Whether the command says that it succeeded. */
  public boolean isOk() {
    return exitCode == 0;
  }
}
