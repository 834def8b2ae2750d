package io.phoenix.workstealing.steal;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.task.TaskKind;

/** The result of a stolen task. Both methods may run the application's codec. */
sealed interface TaskResult {

  /** The result itself. */
  Object value(TaskKind kind);

  /** The result as bytes. */
  byte[] bytes(TaskKind kind);

  /** A result that was computed on this node. */
  record Value(Object value) implements TaskResult {
    @Override
    public Object value(TaskKind kind) {
      return value;
    }

    @Override
    public byte[] bytes(TaskKind kind) {
      var out = new ByteWriter();
      kind.writeResult(value, out);
      return out.toBytes();
    }
  }

  /** A result that came from another node, or goes there. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  record Bytes(byte[] bytes) implements TaskResult {
    @Override
    public Object value(TaskKind kind) {
      var in = new ByteReader(bytes);
      Object value = kind.readResult(in);
      in.expectEnd();
      return value;
    }

    @Override
    public byte[] bytes(TaskKind kind) {
      return bytes;
    }
  }
}
