package io.phoenix.apps.fuzz;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.phoenix.apps.fuzz.Intruder.Stage;
import io.phoenix.routing.sim.SimHost;
import io.phoenix.routing.wire.Controls;
import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.wire.proto.Ownership;
import io.phoenix.routing.wire.proto.Routes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * What members tell each other about nodes. The intruder breaks records and routes of others; its
 * own it breaks and signs, so that they are believed as far as they can be.
 */
final class RecordsDoor implements FuzzDoor {
  private static final int PREFIX = 5;

  @Override
  public String name() {
    return "records";
  }

  @Override
  public String what() {
    return "records, routes and seals of a member that signs what it makes up";
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
    return new Telling(neighbourhood, intruder);
  }

  private static final class Telling extends LinkTrial {
    /** Records of the intruder's own, and routes. */
    private final List<byte[]> own = new ArrayList<>();

    Telling(Neighbourhood neighbourhood, Intruder intruder) {
      super(neighbourhood, intruder);
      for (byte[] chunk : neighbourhood.recorded()) {
        addTold(chunk);
      }
      own.add(record(false).build().toByteArray());
      own.add(record(true).build().toByteArray());
      List<Routes.Route> routes = new ArrayList<>();
      names().forEach(name -> routes.add(Controls.route(name, 2, 100)));
      routes.add(Controls.route(intruder.name(), 2, 0));
      Controls.routes(routes).forEach(each -> add(FrameMaker.control(each), Stage.UP));
      names().forEach(name -> add(FrameMaker.control(Controls.seqnoRequest(name, 3, 2)), Stage.UP));
    }

    private void addTold(byte[] chunk) {
      ByteBuffer in = ByteBuffer.wrap(chunk);
      for (int start = 0; chunk.length - start > PREFIX; start += 4 + in.getInt(start)) {
        byte[] body = Arrays.copyOfRange(chunk, start + PREFIX, start + 4 + in.getInt(start));
        try {
          Control message = chunk[start + 4] == 1 ? Control.parseFrom(body) : null;
          if (message != null && (message.hasOwnership() || message.hasRoutes())) {
            add(FrameMaker.control(message), Stage.UP);
          }
        } catch (InvalidProtocolBufferException e) {
          throw new IllegalStateException("an honest node has sent this", e);
        }
      }
    }

    private Ownership.Record.Builder record(boolean leaves) {
      var record =
          Ownership.Record.newBuilder()
              .setNode(intruder.name())
              .setVersion(1)
              .setSeqno(1)
              .setLeft(leaves)
              .setTold(leaves)
              .addPorts("10.0.0.9:7000");
      record.addClaims(
          Ownership.Record.Claim.newBuilder()
              .setFirst(Neighbourhood.INTRUDER_FROM)
              .setEnd(Neighbourhood.SPACE)
              .setEpoch(1)
              .setReleased(leaves)
              .setTakenFrom(leaves ? 0 : names().get(1))
              .setTakenEpoch(leaves ? 0 : 1));
      if (leaves) {
        record.addWays(
            Ownership.Record.Way.newBuilder()
                .setFirst(Neighbourhood.INTRUDER_FROM)
                .setEnd(Neighbourhood.SPACE)
                .setGeneration(1)
                .setOwner(names().get(0))
                .setEpoch(2));
        record.addAccepted(
            Ownership.Record.Accepted.newBuilder()
                .setSource(names().get(1))
                .setDestination(intruder.name())
                .setBulk(3));
      } else {
        record.setLeaving(true).addFormer(names().get(2));
      }
      return record;
    }

    @Override
    public byte[] finished(byte[] broken, RandomGenerator chance) {
      if (chance.nextInt(3) == 0) {
        return broken;
      }
      var records = Ownership.newBuilder();
      for (int i = 1 + chance.nextInt(3); i > 0; i--) {
        records.addRecords(signed(chance));
      }
      byte[] frame = FrameMaker.control(Control.newBuilder().setOwnership(records).build());
      return Mutator.replaced(frame, 0, 0, new byte[] {Stage.UP.number()});
    }

    /** A broken record of its own, signed; what it claims of others' is turned to its own part. */
    private Ownership.Record signed(RandomGenerator chance) {
      var mutator = new ProtoMutator(chance);
      byte[] bytes = own.get(chance.nextInt(own.size()));
      for (int i = chance.nextInt(5); i > 0; i--) {
        bytes = mutator.broken(bytes);
      }
      Ownership.Record.Builder record;
      try {
        record = Ownership.Record.parseFrom(bytes).toBuilder();
      } catch (InvalidProtocolBufferException e) {
        record = record(false);
      }
      if (chance.nextInt(8) != 0) {
        record.setNode(intruder.name()).clearFormer();
      }
      if (chance.nextBoolean()) {
        record.setVersion(chance.nextLong(1L << 40));
      }
      for (int i = 0; i < record.getClaimsCount(); i++) {
        Ownership.Record.Claim claim = record.getClaims(i);
        if (claim.getFirst() < claim.getEnd() && claim.getFirst() < Neighbourhood.INTRUDER_FROM) {
          long first = Neighbourhood.INTRUDER_FROM + Math.floorMod(claim.getFirst(), 100L);
          record.setClaims(i, claim.toBuilder().setFirst(first).build());
        }
      }
      Ownership.Record said = record.clearPassport().clearSignature().clearSuccessions().build();
      return said.toBuilder()
          .setPassport(ByteString.copyFrom(intruder.key().passport()))
          .setSignature(ByteString.copyFrom(intruder.key().sign(said.toByteArray())))
          .build();
    }
  }
}
