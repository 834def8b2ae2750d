package io.phoenix.routing.ssh;

import com.jcraft.jsch.AgentIdentityRepository;
import com.jcraft.jsch.AgentProxyException;
import com.jcraft.jsch.Identity;
import com.jcraft.jsch.IdentityRepository;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.SSHAgentConnector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Vector;
import org.jspecify.annotations.Nullable;

/**
 * The keys to log in to a host with: the agent's first, then files, as OpenSSH tries them. Nobody
 * is asked for a passphrase; a key that needs one must be in the agent. What was found, and why
 * other things were not, is remembered for the case that the server wants none of it.
 */
final class Identities implements IdentityRepository {
  private final List<Identity> keys = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private @Nullable String hint;

  Identities(HostOptions options) {
    List<Identity> files = filesOf(options);
    if (options.usesAgent()) {
      addAgents(options, files);
    }
    noteLocked(files);
    files.stream().filter(key -> !key.isEncrypted()).forEach(this::addFile);
  }

  private List<Identity> filesOf(HostOptions options) {
    List<Identity> found = new ArrayList<>();
    for (Path file : options.identities()) {
      if (!Files.isReadable(file)) {
        continue;
      }
      try {
        JSch jsch = new JSch();
        jsch.addIdentity(file.toString());
        found.addAll(jsch.getIdentityRepository().getIdentities());
      } catch (JSchException e) {
        notes.add("no key could be read from " + file);
      }
    }
    return found;
  }

  private void addAgents(HostOptions options, List<Identity> files) {
    Path socket = options.agent();
    List<Identity> agents = List.of();
    if (socket == null) {
      notes.add("no agent (SSH_AUTH_SOCK is not set)");
    } else {
      try {
        var agent = new AgentIdentityRepository(new SSHAgentConnector(socket));
        if (agent.getStatus() == RUNNING) {
          agents = agent.getIdentities();
          notes.add("the agent's " + agents.size() + " keys");
        } else {
          notes.add("no agent (nobody answers at " + socket + ")");
        }
      } catch (AgentProxyException e) {
        notes.add("no agent (" + e.getMessage() + ")");
      }
    }
    for (Identity key : agents) {
      if (!options.identitiesOnly() || files.stream().anyMatch(file -> isSame(file, key))) {
        keys.add(key);
      }
    }
  }

  private void noteLocked(List<Identity> files) {
    for (Identity file : files) {
      if (file.isEncrypted() && keys.stream().noneMatch(key -> isSame(file, key))) {
        notes.add(file.getName() + " needs a passphrase, and is not in the agent");
        hint = "run ssh-add " + file.getName() + ", with an ssh-agent running";
      }
    }
  }

  private void addFile(Identity key) {
    if (keys.stream().noneMatch(other -> isSame(other, key))) {
      keys.add(key);
    }
    notes.add(key.getName());
  }

  private static boolean isSame(Identity a, Identity b) {
    return Arrays.equals(a.getPublicKeyBlob(), b.getPublicKeyBlob());
  }

  /** What was there to try. */
  String notes() {
    return String.join(", ", notes);
  }

  /** What would make more keys usable, if anything. */
  @Nullable String hint() {
    return hint;
  }

  @Override
  public String getName() {
    return "phoenix";
  }

  @Override
  public int getStatus() {
    return RUNNING;
  }

  @Override
  @SuppressWarnings("JdkObsolete") // JSch's interface asks for a Vector
  public Vector<Identity> getIdentities() {
    return new Vector<>(keys);
  }

  @Override
  public boolean add(byte[] key) {
    return false;
  }

  @Override
  public boolean remove(byte[] key) {
    return false;
  }

  @Override
  public void removeAll() {}
}
