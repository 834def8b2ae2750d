package io.phoenix.routing.sim;

import io.phoenix.api.PhoenixException;
import io.phoenix.api.ResourceName;
import io.phoenix.routing.world.NameKey;
import io.phoenix.routing.world.Notary;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32C;

/**
 * Stands for certificates: a signature is a checksum over the name and what is said, which only
 * {@link Key} makes. So a forgery is recognised as it is under TLS, at little cost, and the same
 * seed gives the same bytes. A passport is bound to a host, as it is to a certificate under TLS.
 */
final class SimNotary implements Notary {
  /** The year 2020, or so, is when the simulated time begins; as many epochs as under TLS. */
  private static final long BEGIN_MS = 1_577_836_800_000L;

  private final SimWorld world;
  private final SimHost host;

  SimNotary(SimWorld world, SimHost host) {
    this.world = world;
    this.host = host;
  }

  @Override
  public NameKey newName(RandomGenerator random) {
    return new Key(ResourceName.random(random).value(), host);
  }

  @Override
  public Standing judge(long name, byte[] passport, byte[] content, byte[] signature) {
    return Arrays.equals(signature, checksum("saying", name, content))
        ? Standing.GENUINE
        : Standing.FORGED;
  }

  @Override
  public boolean isSuccession(long former, long successor, byte[] proof) {
    return Arrays.equals(proof, checksum("succession", former, bytes(successor)));
  }

  @Override
  public long highestEpoch() {
    return BEGIN_MS + world.nowNs() / 1_000_000;
  }

  static boolean isPassport(long name, SimHost host, byte[] passport) {
    return Arrays.equals(passport, new Key(name, host).passport());
  }

  private static byte[] checksum(String purpose, long name, byte[] content) {
    var sum = new CRC32C();
    sum.update(purpose.getBytes(StandardCharsets.US_ASCII));
    sum.update(bytes(name));
    sum.update(content);
    return bytes(sum.getValue() * 0x9E3779B97F4A7C15L);
  }

  private static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  /** Speaks for a name, in a world where only its owner has this object. */
  record Key(long name, SimHost host) implements NameKey {
    @Override
    public byte[] passport() {
      return checksum("passport", name, host.address().getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public byte[] sign(byte[] content) {
      return checksum("saying", name, content);
    }

    @Override
    public byte[] secret() {
      return bytes(name);
    }

    @Override
    public byte[] succeed(byte[] formerSecret) {
      if (formerSecret.length != Long.BYTES) {
        throw new PhoenixException(
            "the leave log does not prove whose it is: its secret has "
                + formerSecret.length
                + " bytes");
      }
      return checksum("succession", ByteBuffer.wrap(formerSecret).getLong(), bytes(name));
    }
  }
}
