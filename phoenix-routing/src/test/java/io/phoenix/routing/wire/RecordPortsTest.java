package io.phoenix.routing.wire;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.routing.wire.proto.Ownership;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where a node says that it can be dialled: a few ports that can be read, or the link is closed.
 */
class RecordPortsTest {
  private static Ownership.Record record(List<String> ports) {
    return Ownership.Record.newBuilder().setNode(-7).setVersion(1).addAllPorts(ports).build();
  }

  @Test
  void aFewPortsArePassedOn() {
    List<String> ports =
        List.of("10.0.0.7:7000", "[2001:db8::7]:7000", "127.0.0.1:7000 only via ssh://ann@gate:22");
    assertThatCode(() -> Controls.checkRecord(record(ports))).doesNotThrowAnyException();
  }

  @Test
  void tenThousandPortsAreRefused() {
    var many = record(Collections.nCopies(10_000, "10.0.0.7:7000"));
    assertThatThrownBy(() -> Controls.checkRecord(many))
        .isInstanceOf(BadFrameException.class)
        .hasMessage("control message with 10000 ports of one node");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "garbage",
        "10.0.0.7:0",
        "10.0.0.7:70000",
        "10.0.0.7\u001b[2J:7000",
        "h\u00f6st:7000",
        "two words:7000",
        "10.0.0.7:7000 via -oProxyCommand=x",
        "10.0.0.7:7000 via ssh://a,ssh://b,ssh://c,ssh://d,ssh://e"
      })
  void whatIsNoPortIsRefused(String port) {
    assertThatThrownBy(() -> Controls.checkRecord(record(List.of(port))))
        .isInstanceOf(BadFrameException.class);
  }

  @Test
  void aLongPortIsRefused() {
    var longest = record(List.of("h".repeat(Controls.MAX_PORT_TEXT) + ":7000"));
    assertThatThrownBy(() -> Controls.checkRecord(longest)).isInstanceOf(BadFrameException.class);
  }

  @Property(tries = 500)
  void whateverTheTextNothingElseIsThrown(@ForAll String text) {
    try {
      Controls.checkRecord(record(List.of(text)));
    } catch (BadFrameException e) {
      // As it should be.
    }
  }
}
