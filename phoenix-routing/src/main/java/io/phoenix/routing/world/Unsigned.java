package io.phoenix.routing.world;

import io.phoenix.api.ResourceName;
import java.util.random.RandomGenerator;

/** Names without keys: random, and whoever says one has it. */
final class Unsigned implements Notary {
  private static final byte[] NOTHING = {};

  /** Half of what a number can hold: there is always an epoch above it. */
  private static final long HIGHEST_EPOCH = 1L << 41;

  @Override
  public NameKey newName(RandomGenerator random) {
    return new Key(ResourceName.random(random).value());
  }

  @Override
  public Standing judge(long name, byte[] passport, byte[] content, byte[] signature) {
    return Standing.GENUINE;
  }

  @Override
  public boolean isSuccession(long former, long successor, byte[] proof) {
    return true;
  }

  @Override
  public long highestEpoch() {
    return HIGHEST_EPOCH;
  }

  private record Key(long name) implements NameKey {
    @Override
    public byte[] passport() {
      return NOTHING;
    }

    @Override
    public byte[] sign(byte[] content) {
      return NOTHING;
    }

    @Override
    public byte[] secret() {
      return NOTHING;
    }

    @Override
    public byte[] succeed(byte[] formerSecret) {
      return NOTHING;
    }
  }
}
