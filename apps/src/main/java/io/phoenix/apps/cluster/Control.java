package io.phoenix.apps.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.phoenix.api.ResourceName;
import io.phoenix.apps.terminal.Terminal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * What the commands of {@code phoenix} and the nodes of a running computation say to each other:
 * one request gets one reply. Where there are certificates, an order is signed with that of an
 * administrator, except those that change nothing: see {@code OrderAuthorization}.
 *
 * <p>As bytes: the version (1), the number of the request (8), the order or the outcome (1), of a
 * request the signature's length (2) and the signature, and the argument or the answer, which is
 * the rest.
 */
public sealed interface Control {
  /**
   * Requests, in the urgent lane: bulk data does not delay them. An application must not use it.
   */
  int REQUEST_TAG = -8001;

  /** Replies, which may be long. An application must not use it. */
  int REPLY_TAG = Integer.MAX_VALUE - 8;

  /** The longest request that is sent or read in the urgent lane. */
  int MAX_REQUEST_BYTES = 12 * 1024;

  /** Requests that are longer. An application must not use it. */
  int LONG_REQUEST_TAG = Integer.MAX_VALUE - 9;

  /** The longest request of all. */
  int MAX_LONG_REQUEST_BYTES = 1 << 20;

  /** The longest reply that is sent or read. */
  int MAX_REPLY_BYTES = 64 << 20;

  /**
   * The beginning of an argument of {@link Order#EXPLAIN}, and then a node's name: asks for the
   * next node on the way there, or - if there is none at present, and the round trip in
   * nanoseconds; ? if the node is not known.
   */
  String ROUTE = "route ";

  /** Likewise, and then a virtual node: asks for a text about its owner. */
  String OWNER = "owner ";

  /**
   * The beginning of an argument of {@link Order#LEAVE}: leave with a log, to return later. Then
   * the file; nothing for the usual one.
   */
  String FOR_A_WHILE = "for a while ";

  /** Which of its requests. */
  long id();

  /** What a node can be told to do, and what it replies. */
  enum Order {
    /** Say how you are: a {@link Description}. */
    DESCRIBE(1),
    /** Assume the whole space: you are the first. */
    FOUND(2),
    /** Even out what you assume with your neighbours: the report. */
    BALANCE(3),
    /**
     * Leave the computation; it goes on: what went to whom, before the process ends. With {@link
     * Control#FOR_A_WHILE}: where the log is going to be.
     */
    LEAVE(4),
    /** End; so does the computation. */
    END(5),
    /**
     * All that you know of routes, owners and ports: a text. Or of a {@link #ROUTE}, an {@link
     * #OWNER}.
     */
    EXPLAIN(6),
    /** Your log; the argument is how many bytes of its end: a text. */
    LOGS(7),
    /** Keep a link to this port. */
    ADD_PORT(8),
    /** These certificates are revoked; the argument is a signed list. */
    REVOKE(9),
    /** A question to the application: its answer. */
    ASK(10),
    /** These nodes have left in order: their labels, a line each. */
    LEFT(11),
    /** These nodes are there again, after all: their labels, a line each. */
    BACK(12),
    /** These nodes have left for a while, with a log: their labels, a line each. */
    AWAY(13);

    private final byte number; // as it is sent: it never changes

    Order(int number) {
      this.number = (byte) number;
    }

    /** As it is sent. */
    public byte number() {
      return number;
    }

    /** Whether every member may ask for it. */
    boolean isFree() {
      return this == DESCRIBE || this == LEFT || this == AWAY;
    }

    private static Order numbered(byte number) {
      for (Order order : values()) {
        if (order.number == number) {
          return order;
        }
      }
      throw new IllegalArgumentException("no order has the number " + number);
    }
  }

  /**
   * From a command to a node.
   *
   * @param order what to do
   * @param argument depends on the order
   * @param warrant proves that an administrator has given it; empty if it needs none
   */
  @SuppressWarnings("ArrayRecordComponent") // equals and hashCode are our own
  record Request(long id, Order order, byte[] argument, byte[] warrant) implements Control {
    private static final byte[] NONE = {};

    /** Without a warrant. */
    Request(long id, Order order, byte[] argument) {
      this(id, order, argument, NONE);
    }

    /** What an administrator signs: it is from one node to another, and to no other. */
    byte[] content(ResourceName from, ResourceName to) {
      return ByteBuffer.allocate(3 * Long.BYTES + 1 + argument.length)
          .putLong(from.value())
          .putLong(to.value())
          .putLong(id)
          .put(order.number)
          .put(argument)
          .array();
    }

    Request withWarrant(byte[] signed) {
      return new Request(id, order, argument, signed);
    }

    /** With a text as its argument. */
    public static Request of(long id, Order order, String argument) {
      return new Request(id, order, argument.getBytes(UTF_8));
    }

    /** The argument as text. */
    public String text() {
      return new String(argument, UTF_8);
    }

    byte[] encode() {
      byte[] rest =
          ByteBuffer.allocate(Short.BYTES + warrant.length + argument.length)
              .putShort((short) warrant.length)
              .put(warrant)
              .put(argument)
              .array();
      return bytes(id, order.number, rest);
    }

    /**
     * Reads a request.
     *
     * @throws IllegalArgumentException if the bytes are none
     */
    static Request decode(byte[] bytes) {
      ByteBuffer in = begin(bytes, MAX_LONG_REQUEST_BYTES);
      long id = in.getLong();
      Order order = Order.numbered(in.get());
      int length = in.remaining() < Short.BYTES ? -1 : Short.toUnsignedInt(in.getShort());
      if (length < 0 || length > in.remaining()) {
        throw new IllegalArgumentException("its signature is cut short");
      }
      byte[] warrant = new byte[length];
      in.get(warrant);
      return new Request(id, order, rest(in), warrant);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Request r
          && id == r.id
          && order == r.order
          && Arrays.equals(argument, r.argument)
          && Arrays.equals(warrant, r.warrant);
    }

    @Override
    public int hashCode() {
      return Objects.hash(id, order, Arrays.hashCode(argument), Arrays.hashCode(warrant));
    }
  }

  /**
   * From a node to the command that asked.
   *
   * @param ok whether it was done; if not, the answer says why
   * @param answer depends on the order
   */
  @SuppressWarnings("ArrayRecordComponent") // equals and hashCode are our own
  record Reply(long id, boolean ok, byte[] answer) implements Control {
    static Reply done(long id, String answer) {
      return new Reply(id, true, answer.getBytes(UTF_8));
    }

    static Reply refused(long id, String why) {
      return new Reply(id, false, why.getBytes(UTF_8));
    }

    /** The answer as text, such as may be shown. */
    public String text() {
      return Terminal.plain(new String(answer, UTF_8));
    }

    byte[] encode() {
      return bytes(id, (byte) (ok ? 1 : 0), answer);
    }

    /**
     * Reads a reply.
     *
     * @throws IllegalArgumentException if the bytes are none
     */
    static Reply decode(byte[] bytes) {
      ByteBuffer in = begin(bytes, MAX_REPLY_BYTES);
      return new Reply(in.getLong(), in.get() != 0, rest(in));
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Reply r
          && id == r.id
          && ok == r.ok
          && Arrays.equals(answer, r.answer);
    }

    @Override
    public int hashCode() {
      return Objects.hash(id, ok, Arrays.hashCode(answer));
    }
  }

  /** The version of these messages. */
  byte VERSION = 3;

  private static byte[] bytes(long id, byte kind, byte[] rest) {
    return ByteBuffer.allocate(2 + Long.BYTES + rest.length)
        .put(VERSION)
        .putLong(id)
        .put(kind)
        .put(rest)
        .array();
  }

  private static ByteBuffer begin(byte[] bytes, int most) {
    if (bytes.length < 2 + Long.BYTES || bytes.length > most) {
      throw new IllegalArgumentException(
          "length=" + bytes.length + " must be in " + (2 + Long.BYTES) + ".." + most);
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    byte version = in.get();
    if (version != VERSION) {
      throw new IllegalArgumentException("version=" + version + ", and this side has " + VERSION);
    }
    return in;
  }

  private static byte[] rest(ByteBuffer in) {
    byte[] rest = new byte[in.remaining()];
    in.get(rest);
    return rest;
  }
}
