package io.phoenix.routing;

import io.phoenix.api.NodeConfig;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.Port;
import io.phoenix.api.Security;
import io.phoenix.routing.tls.TlsTransport;
import io.phoenix.routing.world.NodeLoop;
import io.phoenix.routing.world.Transport;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sees to it that a node's links are protected as its configuration says. */
final class Protection {
  private static final Logger log = LoggerFactory.getLogger(Protection.class);
  private static final String CHOICES =
      "NodeConfig.withSecurity: Security.tls(directory) protects them, Security.plain() does not";

  private Protection() {}

  /** Puts over {@code under} what the configuration asks for, or refuses to. */
  static Transport over(Transport under, NodeConfig config, NodeLoop loop) {
    Security security = config.security();
    if (security instanceof Security.Tls tls) {
      return TlsTransport.open(under, loop, tls.directory());
    }
    if (security instanceof Security.TlsInMemory given) {
      return TlsTransport.open(under, loop, given);
    }
    List<Port> beyond = beyondThisMachine(config);
    if (security instanceof Security.Plain) {
      if (!beyond.isEmpty()) {
        log.warn(
            "Links of '{}' are not protected: whoever reaches {} can read and forge messages",
            config.application(),
            beyond);
      }
      return under;
    }
    if (!beyond.isEmpty()) {
      throw new PhoenixException(
          "links to other machines ("
              + beyond.get(0)
              + ") need a choice of security; make it by "
              + CHOICES);
    }
    return new LocalTransport(under);
  }

  private static List<Port> beyondThisMachine(NodeConfig config) {
    List<Port> ports = new ArrayList<>();
    ports.add(config.listen());
    ports.addAll(config.ports());
    ports.removeIf(Port::isLoopback);
    return ports;
  }

  /** Dials no other machine, whichever ports are added later. */
  private record LocalTransport(Transport under) implements Transport {
    @Override
    public Port listen(Port local, Acceptor acceptor) {
      return under.listen(local, acceptor);
    }

    @Override
    public List<Port> reachableAt(Port listening) {
      return under.reachableAt(listening);
    }

    @Override
    public void dial(Port remote, Dialer dialer) {
      if (remote.isLoopback()) {
        under.dial(remote, dialer);
      } else {
        dialer.onFailed(
            remote
                + " is another machine, and no security is chosen; open the node with "
                + CHOICES,
            System.nanoTime());
      }
    }

    @Override
    public void close() {
      under.close();
    }
  }
}
