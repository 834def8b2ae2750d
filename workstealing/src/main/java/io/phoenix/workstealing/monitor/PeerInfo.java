package io.phoenix.workstealing.monitor;

import io.phoenix.api.VirtualRange;
import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * What a node says of itself.
 *
 * @param node the name of the node
 * @param interval the interval that it assumes
 * @param cluster the name of the group of machines near to it; may be empty
 * @param version grows, so that older news do not replace newer ones
 * @param workers how many worker threads it has
 * @param busy how many of them have work
 * @param readyLevel how far below the job's root its oldest ready task is; -1 if it has none
 * @param speed how many tasks a second its workers did lately when all had work; 0 if not known
 */
public record PeerInfo(
    long node,
    VirtualRange interval,
    String cluster,
    long version,
    int workers,
    int busy,
    int readyLevel,
    double speed) {

  /** The longest name of a cluster, in characters: as long as a label of a host name. */
  public static final int MAX_CLUSTER = 63;

  /** How many bytes it has at least when written. */
  private static final int LEAST_BYTES = 5 * Long.BYTES + 4 * Integer.BYTES;

  /** Checks the cluster's name and the speed. */
  public PeerInfo {
    if (cluster.length() > MAX_CLUSTER) {
      throw new IllegalArgumentException(
          "cluster '" + cluster + "' is longer than " + MAX_CLUSTER + " characters");
    }
    if (!(speed >= 0 && speed < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("speed=" + speed);
    }
  }

  /** Whether the node has something to steal, as far as is known. */
  public boolean hasReady() {
    return readyLevel >= 0;
  }

  private void write(ByteWriter out) {
    out.putLong(node).putLong(interval.first()).putLong(interval.end()).putString(cluster);
    out.putLong(version).putInt(workers).putInt(busy).putInt(readyLevel).putDouble(speed);
  }

  private static PeerInfo read(ByteReader in) {
    return new PeerInfo(
        in.getLong(),
        VirtualRange.of(in.getLong(), in.getLong()),
        in.getString(),
        in.getLong(),
        in.getInt(),
        in.getInt(),
        in.getInt(),
        in.getDouble());
  }

  /** Writes several. */
  public static void writeAll(List<PeerInfo> infos, ByteWriter out) {
    out.putInt(infos.size());
    infos.forEach(info -> info.write(out));
  }

  /** Reads what {@link #writeAll} wrote. */
  public static List<PeerInfo> readAll(ByteReader in) {
    int count = in.getCount(LEAST_BYTES);
    List<PeerInfo> infos = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      infos.add(read(in));
    }
    return infos;
  }
}
