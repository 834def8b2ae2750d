package io.phoenix.routing.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.routing.wire.proto.Control;
import io.phoenix.routing.wire.proto.Ownership;
import io.phoenix.routing.wire.proto.Routes;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ControlsTest {
  private static final long NODE = Long.MIN_VALUE + 1;

  @Property(tries = 20)
  void routesAreCutIntoMessagesThatKeepTheBounds(@ForAll @IntRange(max = 60_000) int count)
      throws BadFrameException {
    List<Routes.Route> routes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      routes.add(Controls.route(NODE + i, i % 3 == 0 ? Long.MAX_VALUE : i, -1));
    }
    List<Routes.Route> read = new ArrayList<>();
    for (Control message : Controls.routes(routes)) {
      assertThat(message.getSerializedSize()).isLessThan(Controls.SPLIT_BYTES + 16);
      Controls.check(message);
      read.addAll(message.getRoutes().getRoutesList());
    }
    assertThat(read).isEqualTo(routes);
  }

  @Test
  void smallestEntriesKeepTheBoundOnTheirNumber() throws BadFrameException {
    List<Ownership.Record> records = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      records.add(Ownership.Record.newBuilder().setNode(NODE + i).build());
    }
    List<Ownership.Record> read = new ArrayList<>();
    for (Control message : Controls.ownership(records)) {
      Controls.check(message);
      read.addAll(message.getOwnership().getRecordsList());
    }
    assertThat(read).isEqualTo(records);
  }

  @Test
  void longRecordTravelsAlone() throws BadFrameException {
    Ownership.Record longOne = record(12_000);
    Ownership.Record shortOne = record(1);
    List<Control> messages = Controls.ownership(List.of(shortOne, longOne, shortOne));
    assertThat(messages).hasSize(3);
    assertThat(longOne.getSerializedSize()).isGreaterThan(Controls.SPLIT_BYTES);
    assertThat(messages.get(1).getOwnership().getRecordsList()).containsExactly(longOne);
    Controls.check(messages.get(1));
  }

  @Test
  void recordThatFitsNoMessageIsTheCallersMistake() {
    assertThatThrownBy(() -> Controls.ownership(List.of(record(50_000))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("~1 assumes 50000 separate ranges: too many for one message");
  }

  @Test
  void nothingTakesNoMessage() {
    assertThat(Controls.routes(List.of())).isEmpty();
    assertThat(Controls.ownership(List.of())).isEmpty();
  }

  @Test
  void textOfAPeerIsOneLineOfBoundedLength() {
    assertThat(Controls.printable("a\nb\u001b[31m\u0085ü")).isEqualTo("a?b?[31m?ü");
    assertThat(Controls.printable("x".repeat(100_000)))
        .hasSize(Controls.MAX_TEXT + 1)
        .endsWith("…");
    assertThat(Controls.refuse("y\0".repeat(9_000)).getRefuse().getReason()).hasSizeLessThan(600);
  }

  private static Ownership.Record record(int claims) {
    var record = Ownership.Record.newBuilder().setNode(NODE).setVersion(1);
    for (int i = 0; i < claims; i++) {
      record.addClaims(
          Ownership.Record.Claim.newBuilder()
              .setFirst((1L << 60) + 2L * i)
              .setEnd((1L << 60) + 2L * i + 1)
              .setEpoch(Long.MAX_VALUE));
    }
    return record.build();
  }
}
