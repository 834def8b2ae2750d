package io.phoenix.apps.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.api.PhoenixException;
import io.phoenix.routing.ssh.SshResult;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** To this machine itself, which needs no SSH. */
final class LocalShell implements HostShell {
  private final Path home;

  /**
   * @param home the user's home
   */
  LocalShell(Path home) {
    this.home = home;
  }

  @Override
  public SshResult run(String script, Duration limit) {
    Path out = null;
    Path err = null;
    try {
      // Files and not pipes: a node that the script leaves behind would keep a pipe open.
      out = Files.createTempFile("phoenix", ".out");
      err = Files.createTempFile("phoenix", ".err");
      var shell = new ProcessBuilder("sh", "-s").directory(home.toFile());
      shell.environment().put("HOME", home.toString()); // scripts begin with cd
      Process process = shell.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
      try (OutputStream stdin = process.getOutputStream()) {
        stdin.write(script.getBytes(UTF_8));
      }
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        throw new PhoenixException("it took longer than " + limit.toSeconds() + " s");
      }
      return new SshResult(process.exitValue(), Files.readString(out), Files.readString(err));
    } catch (IOException e) {
      throw new PhoenixException("cannot run a shell: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PhoenixException("interrupted", e);
    } finally {
      delete(out);
      delete(err);
    }
  }

  private static void delete(@org.jspecify.annotations.Nullable Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // It is in the temporary directory, which somebody cleans up.
    }
  }

  @Override
  public void put(Path local, String remote) {
    Path target = home.resolve(remote);
    try {
      Files.createDirectories(target.getParent());
      Path part = Files.createTempFile(target.getParent(), "part", "");
      Files.copy(local, part, StandardCopyOption.REPLACE_EXISTING);
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new PhoenixException("cannot write " + target + ": " + e.getMessage(), e);
    }
  }
}
