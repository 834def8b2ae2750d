package io.phoenix.routing.runtime;

import io.phoenix.api.LeaveReport;
import io.phoenix.api.PhoenixException;
import io.phoenix.routing.log.LogFile;
import io.phoenix.routing.node.LeaveMode;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leaves with a log in a file. It is on the disk before any peer is told something that cannot be
 * taken back, so that at no moment a kill or a full disk loses what peers believe this node to
 * have. When all peers have been told it is written again, with less in doubt: then a return has
 * less to ask.
 */
final class LeaveToFile {
  // The name under which users know a node's messages.
  private static final Logger log = LoggerFactory.getLogger(OverlayNode.class);

  private LeaveToFile() {}

  static LeaveReport leave(OverlayNode node, LeaveMode mode, Path file, Supplier<byte[]> state) {
    try (LogFile draft = LogFile.create(file)) {
      Leaving leaving = node.beginLeave(mode, state);
      if (isWritten(node, mode, draft, leaving)) {
        leaving.onWritten();
      }
      Leaving.Left left = node.await(leaving.left());
      if (mode == LeaveMode.WITH_LOG) {
        rewrite(file, left.log());
      }
      return left.report();
    }
  }

  /** Writes the log; returns whether there was something to write, and it is on the disk. */
  private static boolean isWritten(
      OverlayNode node, LeaveMode mode, LogFile draft, Leaving leaving) {
    try {
      byte[] first = node.await(leaving.log());
      if (first != null) {
        draft.commit(first);
      }
      return first != null;
    } catch (PhoenixException e) {
      leaving.onNotWritten(e);
      draft.withdraw();
      if (mode == LeaveMode.WITH_LOG) {
        throw new PhoenixException(
            ("%s; node %s has not left, and nothing is lost: make room there or choose another place,"
                    + " and leave again")
                .formatted(e.getMessage(), node.resourceName()),
            e);
      }
      log.warn("node {} leaves without a log: {}", node.resourceName(), e.getMessage());
      return false;
    }
  }

  private static void rewrite(Path file, byte[] last) {
    try (LogFile draft = LogFile.create(file)) {
      draft.commit(last);
    } catch (PhoenixException e) {
      log.warn(
          "{} stays as it was before peers were told, which is enough: {}", file, e.toString());
    }
  }
}
