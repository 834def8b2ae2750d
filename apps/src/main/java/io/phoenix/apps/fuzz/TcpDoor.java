package io.phoenix.apps.fuzz;

import io.phoenix.apps.fuzz.Intruder.Stage;
import io.phoenix.routing.sim.SimHost;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A plain door: bytes before a Hello, after one, and on a link. */
final class TcpDoor implements FuzzDoor {
  private static final int SOURCE = 16;
  private static final int ORIGIN = 48;
  private static final int DATA = 2;

  @Override
  public String name() {
    return "tcp";
  }

  @Override
  public String what() {
    return "plain links: bytes before and after a Hello, and frames on a link";
  }

  @Override
  public int trialInputs() {
    return 10_000;
  }

  @Override
  public Trial open(long seed) {
    var neighbourhood = new Neighbourhood(seed);
    SimHost lair = neighbourhood.world.network().addHost(Neighbourhood.INTRUDER_ADDRESS);
    var intruder =
        new Intruder(
            neighbourhood.config,
            lair.transport(),
            lair.transport().notary().newName(lair.loop().random()));
    var trial = new LinkTrial(neighbourhood, intruder);
    trial.add(FrameMaker.control(intruder.hello()), Stage.SILENT);
    for (byte[] chunk : neighbourhood.recorded()) {
      addFrames(trial, chunk, intruder.name());
    }
    return trial;
  }

  /** Adds each frame of what was recorded, and says that the intruder has made it. */
  static void addFrames(LinkTrial trial, byte[] chunk, long name) {
    ByteBuffer in = ByteBuffer.wrap(chunk);
    int start = 0;
    while (chunk.length - start > Integer.BYTES) {
      int end = start + Integer.BYTES + in.getInt(start);
      byte[] frame = Arrays.copyOfRange(chunk, start, end);
      if (frame[Integer.BYTES] >= DATA) {
        ByteBuffer.wrap(frame).putLong(SOURCE, name);
      }
      if (frame[Integer.BYTES] == DATA) {
        ByteBuffer.wrap(frame).putLong(ORIGIN, name);
      }
      trial.add(frame, Stage.SILENT, Stage.HELLO, Stage.UP, Stage.UP);
      start = end;
    }
    trial.add(chunk, Stage.UP);
  }
}
