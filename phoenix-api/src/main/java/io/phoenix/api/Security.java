package io.phoenix.api;

import java.nio.file.Path;

/**
 * How a node's links are protected.
 *
 * <pre>{@code
 * NodeConfig.of("app", 1024); //                                        this machine, all of its users
 * config.withSecurity(Security.tls(Path.of("/etc/phoenix/node-3"))); // other machines
 * config.withSecurity(Security.plain()); //                             other machines, unprotected
 * }</pre>
 */
public sealed interface Security {

  /**
   * The default: plain TCP that does not leave this machine. A node that shall listen on or link to
   * any other address than the {@linkplain Port#isLoopback loopback's} is not opened.
   *
   * <p>This protects from other machines and from nobody else. The loopback interface belongs to
   * all users of a machine: <b>every process of every local user can connect</b>, become a member,
   * read, forge and send messages, and run jobs with the rights of whoever opened the node. Use it
   * where all local users are trusted; use {@link #tls(Path)} or {@link #tls(String, String)} where
   * they are not. No command of {@code phoenix} uses it.
   */
  static Security localOnly() {
    return new LocalOnly();
  }

  /**
   * Plain TCP, also to other machines: whoever reaches the port can read, forge and send messages.
   * Such a node warns when it is opened.
   */
  static Security plain() {
    return new Plain();
  }

  /**
   * TLS 1.3, both ends authenticated by certificates of the cluster's own authority, before
   * anything else is said. The directory holds this node's files:
   *
   * <ul>
   *   <li>{@code ca.pem}, the certificates of the authorities that are trusted: one, or two while
   *       the cluster changes from one to the next;
   *   <li>{@code node.pem}, this node's private key and certificate, which only the owner of the
   *       file may read;
   *   <li>{@code revoked.pem}, the list of revoked certificates, signed by the authority; it may be
   *       absent.
   * </ul>
   *
   * <p>Files that change are read again by themselves.
   */
  static Security tls(Path directory) {
    return new Tls(directory);
  }

  /**
   * As {@link #tls(Path)}, with credentials that are in no file: for nodes that get theirs through
   * a pipe, from the process that started them. They stay as they are until the node is closed.
   *
   * @param authorities the certificates of the authorities that are trusted, as in {@code ca.pem}
   * @param node this node's private key and certificate, as in {@code node.pem}
   */
  static Security tls(String authorities, String node) {
    return new TlsInMemory(authorities, node);
  }

  /** See {@link #localOnly}. */
  record LocalOnly() implements Security {}

  /** See {@link #plain}. */
  record Plain() implements Security {}

  /**
   * See {@link #tls(Path)}.
   *
   * @param directory where this node's files are
   */
  record Tls(Path directory) implements Security {}

  /**
   * See {@link #tls(String, String)}.
   *
   * @param authorities whom to trust
   * @param node the node's private key and certificate
   */
  record TlsInMemory(String authorities, String node) implements Security {
    /** Does not give the key away. */
    @Override
    public String toString() {
      return "TlsInMemory[…]";
    }
  }
}
