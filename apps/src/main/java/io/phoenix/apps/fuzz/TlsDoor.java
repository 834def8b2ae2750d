package io.phoenix.apps.fuzz;

import static io.phoenix.apps.fuzz.Neighbourhood.SECOND;

import io.phoenix.api.Security;
import io.phoenix.apps.fuzz.Intruder.Stage;
import io.phoenix.routing.sim.SimHost;
import io.phoenix.routing.tls.ClusterAuthority;
import io.phoenix.routing.tls.TlsTransport;
import io.phoenix.routing.world.NameKey;
import io.phoenix.routing.world.Transport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A door under TLS, by real handshakes in the simulator. Strangers write bytes instead of a
 * ClientHello, a broken one, or others after it; a member with a real certificate writes malformed
 * frames. A handshake costs a hundred times what else an input does, so members are few.
 */
final class TlsDoor implements FuzzDoor {
  private static final ClusterAuthority AUTHORITY = ClusterAuthority.ephemeral();
  private static final Security.TlsInMemory HONEST = issue("honest");
  private static final Security.TlsInMemory MEMBER = issue("intruder");
  private static final int HANDSHAKE = 22;

  private static Security.TlsInMemory issue(String node) {
    return (Security.TlsInMemory) AUTHORITY.issue(node).inMemory();
  }

  @Override
  public String name() {
    return "tls";
  }

  @Override
  public String what() {
    return "bytes instead of, within and after a ClientHello; frames of a member";
  }

  @Override
  public int trialInputs() {
    return 20_000;
  }

  @Override
  public Trial open(long seed) {
    List<Transport> opened = new ArrayList<>();
    var neighbourhood =
        new Neighbourhood(
            seed,
            host -> {
              opened.add(TlsTransport.open(host.transport(), host.loop(), HONEST));
              return opened.get(opened.size() - 1);
            });
    SimHost lair = neighbourhood.world.network().addHost(Neighbourhood.INTRUDER_ADDRESS);
    TlsTransport tls = TlsTransport.open(lair.transport(), lair.loop(), MEMBER);
    opened.add(tls);
    NameKey key = tls.notary().newName(lair.loop().random());
    return new Knocking(
        neighbourhood,
        new Intruder(neighbourhood.config, tls, key),
        new Intruder(neighbourhood.config, lair.transport(), key),
        opened);
  }

  /** The first byte of an input says who writes the rest: see {@link Stage}. */
  private static final class Knocking extends LinkTrial {
    private static final int MEMBER_ONE_IN = 200;

    private static final int RECORD_AT = 6; // after the byte that says who writes
    private static final int MESSAGE_HEADER = 4;

    private final Intruder stranger;
    private final List<Transport> transports;
    private long knocks;

    Knocking(
        Neighbourhood neighbourhood,
        Intruder member,
        Intruder stranger,
        List<Transport> transports) {
      super(neighbourhood, member);
      this.transports = transports;
      this.stranger = stranger;
      for (byte[] chunk : neighbourhood.recorded()) {
        if (chunk[0] == HANDSHAKE) {
          add(chunk, Stage.SILENT, Stage.SILENT, Stage.SILENT);
        } else {
          add(chunk, Stage.SILENT);
        }
      }
      add(FrameMaker.control(member.hello()), Stage.SILENT);
    }

    @Override
    public byte[] finished(byte[] broken, RandomGenerator random) {
      if (random.nextInt(MEMBER_ONE_IN) == 0) {
        byte[] frames = super.finished(broken, random);
        if (frames.length > 0) {
          frames = frames.clone();
          frames[0] = (random.nextInt(4) == 0 ? Stage.HELLO : Stage.UP).number();
        }
        return frames;
      }
      byte[] out = broken.length == 0 ? new byte[1] : broken.clone();
      out[0] = Stage.SILENT.number();
      return switch (random.nextInt(8)) {
        case 0 -> out;
        case 1 -> Arrays.copyOf(out, 1 + random.nextInt(Math.min(out.length, 12)));
        default -> whole(out);
      };
    }

    /** With lengths in order, so that it is read whole: RFC 8446, 5.1 and 4. */
    private static byte[] whole(byte[] out) {
      int record = out.length - RECORD_AT;
      if (record > MESSAGE_HEADER && record < 1 << 14 && out[1] == HANDSHAKE) {
        out[RECORD_AT - 2] = (byte) (record >> 8);
        out[RECORD_AT - 1] = (byte) record;
        int message = record - MESSAGE_HEADER;
        out[RECORD_AT + 1] = 0;
        out[RECORD_AT + 2] = (byte) (message >> 8);
        out[RECORD_AT + 3] = (byte) message;
      }
      return out;
    }

    @Override
    public void put(byte[] input) {
      if (input.length > 0 && Stage.numbered(input[0]) != Stage.SILENT) {
        super.put(input);
        return;
      }
      if (++knocks % 64 == 0) {
        neighbourhood.write();
      }
      stranger.hangUp();
      stranger.dial(Neighbourhood.VICTIM_PORT, Stage.SILENT);
      neighbourhood.world.runUntil(stranger::isSettled, neighbourhood.world.nowNs() + 5 * SECOND);
      BrokenPromise.unless(stranger.isConnected(), "the victim accepts nobody any more");
      stranger.write(input.length == 0 ? input : Arrays.copyOfRange(input, 1, input.length));
      neighbourhood.world.runFor(SECOND / 20);
      neighbourhood.checkLinks();
    }

    @Override
    public long refused() {
      return super.refused() + stranger.closed();
    }

    @Override
    public void check() {
      stranger.hangUp();
      super.check();
    }

    /** Frees what engines hold outside of the heap. */
    @Override
    public void close() {
      transports.forEach(each -> each.close());
      neighbourhood.world.runFor(SECOND);
    }
  }
}
