package io.phoenix.apps.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.apps.terminal.Terminal;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * How a node is, for {@code phoenix status}.
 *
 * @param name its own name
 * @param label what people call it: its host, and a number if there are several
 * @param lan the LAN it is in
 * @param process where it runs: host, process number
 * @param state what it is doing
 * @param application what its application says of itself
 * @param uptimeMs for how long it has been running
 * @param assumed what it assumes
 * @param neighbours its links
 * @param left the labels of nodes that told it that they left in order
 * @param away the labels of nodes that told it that they left for a while
 * @param framesInPerSecond frames received, over the last seconds; likewise the rest
 */
public record Description(
    ResourceName name,
    String label,
    String lan,
    String process,
    String state,
    String application,
    long uptimeMs,
    List<VirtualRange> assumed,
    List<Neighbour> neighbours,
    List<String> left,
    List<String> away,
    double framesInPerSecond,
    double framesOutPerSecond,
    double bytesInPerSecond,
    double bytesOutPerSecond) {

  /** The state of a command's own node, which takes no part in the computation. */
  public static final String CLIENT = "client";

  /**
   * A link.
   *
   * @param name the node at its other end
   * @param way the port that was dialled, or "" if the other side dialled
   * @param roundTripNs the round trip; 0 if no route uses this link, so that it is not known
   */
  public record Neighbour(ResourceName name, String way, long roundTripNs) {
    private static final int LEAST_BYTES = 2 * Long.BYTES + Integer.BYTES;
  }

  /** Copies the lists. */
  public Description {
    assumed = List.copyOf(assumed);
    neighbours = List.copyOf(neighbours);
    left = List.copyOf(left);
    away = List.copyOf(away);
  }

  /** How many virtual nodes it assumes. */
  public long size() {
    return assumed.stream().mapToLong(VirtualRange::size).sum();
  }

  byte[] encode() {
    var out = new Output();
    out.number(name.value()).text(label).text(lan).text(process).text(state).text(application);
    out.number(uptimeMs).count(assumed.size());
    for (VirtualRange range : assumed) {
      out.number(range.first()).number(range.end());
    }
    out.count(neighbours.size());
    for (Neighbour n : neighbours) {
      out.number(n.name.value()).text(n.way).number(n.roundTripNs);
    }
    out.texts(left).texts(away);
    out.rate(framesInPerSecond).rate(framesOutPerSecond);
    return out.rate(bytesInPerSecond).rate(bytesOutPerSecond).bytes();
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @throws IllegalArgumentException if the bytes are anything else
   */
  static Description decode(byte[] bytes) {
    try {
      var in = new Input(ByteBuffer.wrap(bytes));
      var name = new ResourceName(in.number());
      String label = in.text();
      String lan = in.text();
      String process = in.text();
      String state = in.text();
      String application = in.text();
      long uptimeMs = in.number();
      List<VirtualRange> assumed = new ArrayList<>();
      for (int n = in.count(2 * Long.BYTES); n > 0; n--) {
        assumed.add(VirtualRange.of(in.number(), in.number()));
      }
      List<Neighbour> neighbours = new ArrayList<>();
      for (int n = in.count(Neighbour.LEAST_BYTES); n > 0; n--) {
        neighbours.add(new Neighbour(new ResourceName(in.number()), in.text(), in.number()));
      }
      List<String> left = in.texts();
      List<String> away = in.texts();
      var description =
          new Description(
              name,
              label,
              lan,
              process,
              state,
              application,
              uptimeMs,
              assumed,
              neighbours,
              left,
              away,
              in.rate(),
              in.rate(),
              in.rate(),
              in.rate());
      in.checkEnd();
      return description;
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("the description breaks off", e);
    }
  }

  private static final class Output {
    private ByteBuffer buffer = ByteBuffer.allocate(1024);

    private ByteBuffer room(int bytes) {
      if (buffer.remaining() < bytes) {
        buffer = ByteBuffer.allocate(2 * (buffer.capacity() + bytes)).put(buffer.flip());
      }
      return buffer;
    }

    Output number(long value) {
      room(Long.BYTES).putLong(value);
      return this;
    }

    Output count(int value) {
      room(Integer.BYTES).putInt(value);
      return this;
    }

    Output rate(double value) {
      room(Double.BYTES).putDouble(value);
      return this;
    }

    Output text(String text) {
      byte[] bytes = text.getBytes(UTF_8);
      count(bytes.length);
      room(bytes.length).put(bytes);
      return this;
    }

    Output texts(List<String> texts) {
      count(texts.size());
      texts.forEach(this::text);
      return this;
    }

    byte[] bytes() {
      byte[] bytes = new byte[buffer.flip().remaining()];
      buffer.get(bytes);
      return bytes;
    }
  }

  /** No count makes more room than the bytes that are there could fill. */
  private record Input(ByteBuffer buffer) {
    long number() {
      return buffer.getLong();
    }

    double rate() {
      return buffer.getDouble();
    }

    int count(int bytesEach) {
      int count = buffer.getInt();
      if (count < 0 || count > buffer.remaining() / bytesEach) {
        throw new IllegalArgumentException(
            "count=" + count + " is more than " + buffer.remaining() + " bytes can hold");
      }
      return count;
    }

    String text() {
      byte[] bytes = new byte[count(1)];
      buffer.get(bytes);
      return Terminal.line(new String(bytes, UTF_8));
    }

    List<String> texts() {
      List<String> texts = new ArrayList<>();
      for (int n = count(Integer.BYTES); n > 0; n--) {
        texts.add(text());
      }
      return texts;
    }

    void checkEnd() {
      if (buffer.hasRemaining()) {
        throw new IllegalArgumentException(buffer.remaining() + " bytes too many");
      }
    }
  }
}
