package io.phoenix.apps.fuzz;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Breaks protobuf so that it stays protobuf: fields are dropped, repeated, reordered, renumbered
 * and invented, numbers become extreme, and what is inside of a field is broken in the same way.
 * Frames of a link are protobuf after a few bytes: the beginning is looked for, and the length in
 * front of it is mended most times.
 */
final class ProtoMutator {
  private static final int FRAME_PREFIX = 5;
  private static final long[] EXTREMES = {
    0,
    1,
    2,
    127,
    128,
    1L << 31,
    (1L << 32) - 1,
    1L << 32,
    1L << 62,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    -1
  };

  private final RandomGenerator random;

  /** A field: its tag, and a number (VARINT, FIXED) or bytes. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Field(int tag, long number, byte[] bytes) {
    int type() {
      return WireFormat.getTagWireType(tag);
    }

    Field with(long changed) {
      return new Field(tag, changed, bytes);
    }

    Field with(byte[] changed) {
      return new Field(tag, number, changed);
    }
  }

  ProtoMutator(RandomGenerator random) {
    this.random = random;
  }

  /** Broken, if it is protobuf, perhaps after the first bytes of a frame; else as it was. */
  byte[] broken(byte[] in) {
    List<Field> whole = parse(in);
    if (whole != null) {
      return write(changed(whole, 0));
    }
    for (int start = 0; start <= 1; start++) { // some doors have a byte in front of all
      int body = start + FRAME_PREFIX;
      List<Field> fields = in.length <= body ? null : parse(copyFrom(in, body));
      if (fields != null) {
        byte[] changed = write(changed(fields, 0));
        byte[] out = Mutator.replaced(in, body, in.length, changed);
        return random.nextInt(8) == 0 ? out : withLength(out, start, changed.length + 1);
      }
    }
    return in;
  }

  private static byte[] copyFrom(byte[] in, int start) {
    return java.util.Arrays.copyOfRange(in, start, in.length);
  }

  private static byte[] withLength(byte[] out, int at, int length) {
    for (int i = 0; i < Integer.BYTES; i++) {
      out[at + i] = (byte) (length >>> (24 - 8 * i));
    }
    return out;
  }

  private List<Field> changed(List<Field> fields, int depth) {
    List<Field> out = new ArrayList<>(fields);
    if (out.isEmpty()) {
      out.add(invented());
      return out;
    }
    int at = random.nextInt(out.size());
    Field field = out.get(at);
    switch (random.nextInt(9)) {
      case 0 -> out.remove(at);
      case 1 -> out.add(at, field);
      case 2 -> repeat(out, field);
      case 3 -> Collections.swap(out, at, random.nextInt(out.size()));
      case 4 -> out.add(at, invented());
      case 5 -> out.set(at, new Field(renumbered(field.tag()), field.number(), field.bytes()));
      default -> out.set(at, changed(field, depth));
    }
    return out;
  }

  private void repeat(List<Field> out, Field field) {
    int most = random.nextInt(20) == 0 ? 40_000 : 20;
    int room = Math.max(1, (60 << 10) / Math.max(2, field.bytes().length + 2));
    for (int i = 1 + random.nextInt(Math.min(most, room)); i > 0; i--) {
      out.add(field);
    }
  }

  private Field changed(Field field, int depth) {
    if (field.type() != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
      return field.with(number());
    }
    List<Field> inner = depth > 8 ? null : parse(field.bytes());
    if (inner != null && random.nextInt(8) != 0) {
      return field.with(write(changed(inner, depth + 1)));
    }
    byte[] bytes = field.bytes().clone();
    if (bytes.length == 0 || random.nextInt(4) == 0) {
      bytes = new byte[random.nextInt(random.nextInt(10) == 0 ? 5000 : 40)];
      random.nextBytes(bytes);
    } else {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return field.with(bytes);
  }

  private Field invented() {
    int type = random.nextInt(8) == 0 ? random.nextInt(8) : random.nextInt(3);
    byte[] bytes = new byte[random.nextInt(12)];
    random.nextBytes(bytes);
    return new Field(((1 + random.nextInt(24)) << 3) | type, number(), bytes);
  }

  private int renumbered(int tag) {
    return random.nextBoolean()
        ? ((1 + random.nextInt(24)) << 3) | (tag & 7)
        : (tag & ~7) | random.nextInt(8);
  }

  private long number() {
    return random.nextBoolean()
        ? EXTREMES[random.nextInt(EXTREMES.length)]
        : random.nextLong() >> random.nextInt(64);
  }

  /** The fields, if these bytes are fields and nothing else. */
  private static java.util.@org.jspecify.annotations.Nullable List<Field> parse(byte[] bytes) {
    List<Field> fields = new ArrayList<>();
    CodedInputStream in = CodedInputStream.newInstance(bytes);
    try {
      while (!in.isAtEnd()) {
        int tag = in.readTag();
        switch (WireFormat.getTagWireType(tag)) {
          case WireFormat.WIRETYPE_VARINT -> fields.add(new Field(tag, in.readRawVarint64(), NONE));
          case WireFormat.WIRETYPE_FIXED64 ->
              fields.add(new Field(tag, in.readRawLittleEndian64(), NONE));
          case WireFormat.WIRETYPE_FIXED32 ->
              fields.add(new Field(tag, in.readRawLittleEndian32(), NONE));
          case WireFormat.WIRETYPE_LENGTH_DELIMITED ->
              fields.add(new Field(tag, 0, in.readByteArray()));
          default -> {
            return null;
          }
        }
      }
      return fields;
    } catch (IOException e) {
      return null;
    }
  }

  private static final byte[] NONE = {};

  private static byte[] write(List<Field> fields) {
    var bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      for (Field field : fields) {
        out.writeUInt32NoTag(field.tag());
        switch (field.type()) {
          case WireFormat.WIRETYPE_VARINT -> out.writeUInt64NoTag(field.number());
          case WireFormat.WIRETYPE_FIXED64 -> out.writeFixed64NoTag(field.number());
          case WireFormat.WIRETYPE_FIXED32 -> out.writeFixed32NoTag((int) field.number());
          case WireFormat.WIRETYPE_LENGTH_DELIMITED -> out.writeByteArrayNoTag(field.bytes());
          default -> {} // groups: a beginning or an end, and nothing between
        }
      }
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
