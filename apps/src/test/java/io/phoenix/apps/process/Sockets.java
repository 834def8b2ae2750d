package io.phoenix.apps.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Where a process listens, as the kernel says it. */
final class Sockets {
  private static final String LISTENS = "0A";
  private static final int LOCAL = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;

  private Sockets() {}

  /** Addresses as host:port; an address that is not 127.0.0.1's is shown as the kernel has it. */
  static Set<String> listeningOf(long pid) throws IOException {
    Set<String> inodes = new HashSet<>();
    try (Stream<Path> fds = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      for (Path fd : (Iterable<Path>) fds::iterator) {
        try {
          inodes.add(Files.readSymbolicLink(fd).toString());
        } catch (IOException e) {
          // It was closed meanwhile.
        }
      }
    }
    Set<String> found = new TreeSet<>();
    for (String table : new String[] {"/proc/net/tcp", "/proc/net/tcp6"}) {
      Files.readAllLines(Path.of(table)).stream()
          .skip(1)
          .map(line -> line.strip().split("\\s+"))
          .filter(f -> f[STATE].equals(LISTENS) && inodes.contains("socket:[" + f[INODE] + "]"))
          .forEach(fields -> found.add(address(fields[LOCAL])));
    }
    return found;
  }

  private static String address(String hex) {
    String[] parts = hex.split(":", -1);
    boolean isLoopback =
        parts[0].equals("0100007F") || parts[0].equals("0000000000000000FFFF00000100007F");
    return (isLoopback ? "127.0.0.1" : parts[0]) + ":" + Integer.parseInt(parts[1], 16);
  }
}
