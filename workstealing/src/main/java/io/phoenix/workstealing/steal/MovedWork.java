package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.task.TaskKind;
import java.util.ArrayList;
import java.util.List;

/** Subcomputations that were taken out of a site and will be added to another. */
public final class MovedWork {
  private final List<Subcomputation> moved;

  MovedWork(List<Subcomputation> moved) {
    this.moved = moved;
  }

  List<Subcomputation> moved() {
    return moved;
  }

  /** Whether no subcomputation moves. */
  public boolean isEmpty() {
    return moved.isEmpty();
  }

  /** Writes each subcomputation by itself: all together may be longer than an array. */
  public List<byte[]> write(TaskKind kind) {
    List<byte[]> written = new ArrayList<>();
    for (Subcomputation s : moved) {
      var out = new ByteWriter();
      s.write(out, kind);
      written.add(out.toBytes());
    }
    return written;
  }

  /** Reads what {@link #write} wrote. */
  public static MovedWork read(List<byte[]> written, TaskKind kind) {
    List<Subcomputation> read = new ArrayList<>();
    for (byte[] bytes : written) {
      var in = new ByteReader(bytes);
      read.add(Subcomputation.read(in, kind));
      in.expectEnd();
    }
    return new MovedWork(read);
  }
}
