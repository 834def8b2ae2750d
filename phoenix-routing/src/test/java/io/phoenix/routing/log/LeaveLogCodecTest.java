package io.phoenix.routing.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.phoenix.api.Message;
import io.phoenix.api.NodeConfig;
import io.phoenix.api.PhoenixException;
import io.phoenix.api.Port;
import io.phoenix.api.VirtualRange;
import io.phoenix.routing.flow.Kind;
import io.phoenix.routing.flow.Lane;
import io.phoenix.routing.flow.Parcel;
import io.phoenix.routing.flow.Positions;
import io.phoenix.routing.names.Claim;
import io.phoenix.routing.names.Way;
import io.phoenix.routing.node.Baggage;
import io.phoenix.routing.node.LaneParcel;
import io.phoenix.routing.world.Whereabouts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class LeaveLogCodecTest {
  private static final NodeConfig CONFIG = NodeConfig.of("app", 1000);

  @Property(tries = 300)
  void whatIsWrittenIsReadAgain(@ForAll long seed) {
    Baggage baggage = new Packing(seed).baggage();
    Baggage read = LeaveLog.decode(LeaveLog.encode(baggage, CONFIG), CONFIG);
    assertThat(describe(read)).isEqualTo(describe(baggage));
  }

  @Example
  void emptyLogIsALogToo() {
    Baggage nothing = new Baggage(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
    assertThat(LeaveLog.decode(LeaveLog.encode(nothing, CONFIG), CONFIG)).isEqualTo(nothing);
  }

  /** The room that a message took up in the send buffer is the former self's affair. */
  @Example
  void restoredMessagesAreNotCounted() {
    Parcel counted = new Parcel(new Message(-1, 5, 0, new byte[1]), Kind.APP, 0, true);
    Baggage baggage =
        new Baggage(
            List.of(-1L),
            List.of(),
            List.of(),
            List.of(new LaneParcel(Lane.BULK, counted)),
            List.of(),
            List.of());
    Baggage read = LeaveLog.decode(LeaveLog.encode(baggage, CONFIG), CONFIG);
    assertThat(read.held().get(0).parcel().counted()).isFalse();
  }

  @Property(tries = 20)
  void truncationIsFoundAtEveryByte(@ForAll long seed) {
    byte[] log = LeaveLog.encode(new Packing(seed).baggage(), CONFIG);
    for (int length = 0; length < log.length; length++) {
      byte[] part = Arrays.copyOf(log, length);
      assertDamaged(part);
    }
    assertDamaged(Arrays.copyOf(log, log.length + 1));
  }

  @Property(tries = 10)
  void everySingleFlippedBitIsFound(@ForAll long seed) {
    byte[] log = LeaveLog.encode(new Packing(seed).baggage(), CONFIG);
    for (int bit = 0; bit < 8 * log.length; bit++) {
      log[bit / 8] ^= (byte) (1 << bit % 8);
      assertDamaged(log);
      log[bit / 8] ^= (byte) (1 << bit % 8);
    }
    assertThat(LeaveLog.decode(log, CONFIG)).isNotNull();
  }

  private static void assertDamaged(byte[] log) {
    assertThatThrownBy(() -> LeaveLog.decode(log, CONFIG))
        .isInstanceOf(PhoenixException.class)
        .hasMessageContaining("damaged");
  }

  @Example
  void damageIsDescribed() {
    byte[] log = LeaveLog.encode(new Packing(1).baggage(), CONFIG);
    int body = log.length - 16;
    assertThatThrownBy(() -> LeaveLog.decode(new byte[100], CONFIG))
        .hasMessage("this is not a leave log, or its beginning is damaged");
    assertThatThrownBy(() -> LeaveLog.decode(Arrays.copyOf(log, 20), CONFIG))
        .hasMessage(
            "the leave log is cut short or damaged: it should have %d bytes after its header, but"
                + " has 4",
            body);
    log[20] ^= 1;
    assertThatThrownBy(() -> LeaveLog.decode(log, CONFIG))
        .hasMessage("the leave log is damaged: its checksum does not fit");
  }

  @Example
  void logOfAnotherApplicationIsRefused() {
    byte[] log = LeaveLog.encode(new Packing(1).baggage(), CONFIG);
    assertThatThrownBy(() -> LeaveLog.decode(log, NodeConfig.of("other", 1000)))
        .isInstanceOf(PhoenixException.class)
        .hasMessage(
            "the leave log is of application 'app' with a space of 1000, not of 'other' with"
                + " 1000");
    assertThatThrownBy(() -> LeaveLog.decode(log, NodeConfig.of("app", 999)))
        .isInstanceOf(PhoenixException.class)
        .hasMessage(
            "the leave log is of application 'app' with a space of 1000, not of 'app' with 999");
  }

  private static Baggage holding(int lane, long to, long from) {
    Parcel parcel = new Parcel(new Message(from, to, 0, new byte[1]), Kind.APP, 0, false);
    return baggage(List.of(), List.of(new LaneParcel(lane, parcel)), List.of(), List.of());
  }

  private static Baggage baggage(
      List<Claim> claims, List<LaneParcel> held, List<Way> ways, List<Baggage.OldFlow> flows) {
    return new Baggage(List.of(-1L), claims, List.of(), held, ways, flows);
  }

  private static void assertRefused(Baggage baggage, String what) {
    byte[] log = LeaveLog.encode(baggage, CONFIG); // with a checksum that fits
    assertThatThrownBy(() -> LeaveLog.decode(log, CONFIG))
        .isInstanceOf(PhoenixException.class)
        .hasMessage("the leave log is damaged: " + what);
  }

  @Example
  void everyFieldIsCheckedAndTheOneThatIsWrongIsNamed() {
    VirtualRange beyond = VirtualRange.of(5, 1001);
    VirtualRange within = VirtualRange.of(5, 10);
    assertRefused(holding(9, 5, -1), "held[0].lane=9 must be in 0..1");
    assertRefused(holding(0, 1000, -1), "held[0].message.to=1000 must be in the space, or a name");
    assertRefused(
        holding(0, 5, 3), "held[0].message.from=3 must be the name of a node, which is negative");
    assertRefused(
        baggage(List.of(new Claim(beyond, 1, false)), List.of(), List.of(), List.of()),
        "claims[0].end=1001 must be above first and in the space");
    assertRefused(
        baggage(List.of(new Claim(within, -1, false)), List.of(), List.of(), List.of()),
        "claims[0].epoch=-1 must be at least 0");
    assertRefused(
        baggage(List.of(), List.of(), List.of(new Way(within, 2, 0, -1, 0)), List.of()),
        "ways[0].lane=2 must be in 0..1");
    Positions none = Positions.NONE;
    assertRefused(
        baggage(
            List.of(),
            List.of(),
            List.of(),
            List.of(
                new Baggage.OldFlow(-1, -2, none, List.of(new Baggage.Doubt(3, 1, List.of()))))),
        "flows[0].doubts[0].lane=3 must be in 0..1");
    assertRefused(
        baggage(
            List.of(),
            List.of(),
            List.of(),
            List.of(new Baggage.OldFlow(-1, -2, new Positions(0, -7), List.of()))),
        "flows[0].accepted.urgent=-7 must be at least 0");
    for (int kind : new int[] {Kind.FENCE, Kind.WAY}) {
      var damaged = new Parcel(new Message(-1, 5, 0, new byte[7]), kind, 1, false);
      String name = kind == Kind.FENCE ? "fence has 25" : "way mark has 32";
      assertRefused(
          baggage(List.of(), List.of(new LaneParcel(0, damaged)), List.of(), List.of()),
          "held[0].message.payload: a " + name + " bytes: " + damaged.message());
    }
    assertRefused(
        knowing(new Baggage.Contact(7, Whereabouts.UNKNOWN)),
        "contacts[0].node=7 must be the name of a node, which is negative");
    assertRefused(
        knowing(
            new Baggage.Contact(-7, new Whereabouts("", Collections.nCopies(9, new Port("a", 1))))),
        "contacts[0]: control message with 9 ports of one node");
  }

  private static Baggage knowing(Baggage.Contact contact) {
    return new Baggage(
        List.of(-1L),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        ByteString.EMPTY,
        List.of(),
        List.of(contact),
        ByteString.EMPTY);
  }

  // ---- Baggage at random, and as text, because messages have no equals

  private static final class Packing {
    private final SplittableRandom random;

    Packing(long seed) {
      random = new SplittableRandom(seed);
    }

    Baggage baggage() {
      return new Baggage(
          some(this::name),
          some(() -> new Claim(range(), random.nextLong(1L << 40), random.nextBoolean())),
          some(this::message),
          some(() -> new LaneParcel(lane(), parcel())),
          some(() -> new Way(range(), lane(), random.nextLong(9), name(), epoch())),
          some(
              () ->
                  new Baggage.OldFlow(
                      name(), name(), new Positions(epoch(), epoch()), some(this::doubt))),
          ByteString.copyFromUtf8("secret"),
          some(() -> ByteString.copyFromUtf8("succession" + epoch())),
          some(
              () ->
                  new Baggage.Contact(
                      name(), new Whereabouts("lan" + random.nextInt(9), some(this::port)))),
          ByteString.copyFromUtf8("state" + epoch()));
    }

    private Port port() {
      return Port.parse("10.0.0." + random.nextInt(9) + ":" + (1 + random.nextInt(65535)));
    }

    private Baggage.Doubt doubt() {
      return new Baggage.Doubt(lane(), epoch(), some(this::parcel));
    }

    private <T> List<T> some(Supplier<T> maker) {
      List<T> list = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        list.add(maker.get());
      }
      return list;
    }

    private long name() {
      return random.nextLong() | Long.MIN_VALUE;
    }

    private long epoch() {
      return random.nextLong(1L << 60);
    }

    private int lane() {
      return random.nextInt(Lane.COUNT);
    }

    private VirtualRange range() {
      long first = random.nextLong(999);
      return VirtualRange.of(first, 1 + first + random.nextLong(999 - first));
    }

    private Message message() {
      byte[] payload = new byte[random.nextInt(20)];
      random.nextBytes(payload);
      long to = random.nextBoolean() ? name() : random.nextLong(1000);
      return new Message(name(), to, random.nextInt(), payload);
    }

    private Parcel parcel() {
      int kind = random.nextBoolean() ? Kind.APP : Kind.FENCE_ACK + random.nextInt(4);
      return new Parcel(message(), kind, random.nextLong(9), false);
    }
  }

  private static List<Object> describe(Baggage b) {
    return List.of(
        b.names(),
        b.claims(),
        b.mailbox().stream().map(LeaveLogCodecTest::describe).toList(),
        b.held().stream().map(p -> p.lane() + " " + describe(p.parcel())).toList(),
        b.ways(),
        b.flows().stream().map(LeaveLogCodecTest::describe).toList(),
        b.secret(),
        b.successions(),
        b.contacts(),
        b.state());
  }

  private static List<Object> describe(Baggage.OldFlow f) {
    return List.of(
        f.self(),
        f.peer(),
        f.accepted(),
        f.doubts().stream()
            .map(
                d ->
                    d.lane()
                        + " "
                        + d.firstSeq()
                        + d.parcels().stream().map(LeaveLogCodecTest::describe).toList())
            .toList());
  }

  private static String describe(Parcel p) {
    return p.kind() + " " + p.generation() + " " + describe(p.message());
  }

  private static String describe(Message m) {
    return m + HexFormat.of().formatHex(m.payload());
  }
}
