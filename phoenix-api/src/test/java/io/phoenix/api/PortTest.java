package io.phoenix.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PortTest {

  @ParameterizedTest
  @CsvSource({
    "10.0.0.7:7000, 10.0.0.7, 7000",
    "node-3.example.org:1, node-3.example.org, 1",
    "[fe80::1]:65535, fe80::1, 65535",
    "[::]:0, ::, 0",
    ":7000, 127.0.0.1, 7000",
    "[10.0.0.7]:7000, 10.0.0.7, 7000"
  })
  void hostAndPortAreRead(String text, String host, int port) {
    assertThat(Port.parse(text)).isEqualTo(new Port(host, port));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.7:7000",
        "[fe80::1]:65535",
        "localhost:0",
        "10.0.2.5:7000 via ssh://ann@gateway:22",
        "10.0.2.5:7000 only via ssh://gateway",
        "[fe80::1]:7 via ssh://a,ssh://b@[fe80::2]:2222,ssh://[fe80::3]"
      })
  void whatIsReadIsWrittenAgain(String text) {
    assertThat(Port.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10.0.0.7 | '10.0.0.7' has no port: expected host:port, as in 10.0.0.7:7000",
        "`` | '' has no port: expected host:port, as in 10.0.0.7:7000",
        "fe80::1:7000 | 'fe80::1:7000' is ambiguous: write an IPv6 address as [address]:port",
        "[fe80::1] | '[fe80::1]' is ambiguous: write an IPv6 address as [address]:port",
        "host: | 'host:': '' is not a port number",
        "host:http | 'host:http': 'http' is not a port number",
        "host:99999999999 | 'host:99999999999': '99999999999' is not a port number",
        "host:65536 | port=65536 must be in 0..65535",
        "host:-1 | port=-1 must be in 0..65535",
        "` :7` | host must not be empty",
        "`h:7 via ` | '': '' is not the name of a host; expected [ssh://][user@]host[:port]",
        "h:7 via gate:x | 'gate:x': 'x' is not a port number",
        "h:7 via a,,b | '': '' is not the name of a host; expected [ssh://][user@]host[:port]",
        "h:7 via -oX | '-oX': '-oX' is not the name of a host; expected [ssh://][user@]host[:port]",
        "h:7 via -a@b | '-a@b': '-a' is not the name of a user; expected [ssh://][user@]host[:port]",
        "via a | 'via a' has no port: expected host:port, as in 10.0.0.7:7000"
      },
      quoteCharacter = '`')
  void otherTextsAreRefusedWithTheReason(String text, String message) {
    assertThatThrownBy(() -> Port.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void partsAreChecked() {
    assertThatThrownBy(() -> new Port(" ", 1)).hasMessage("host must not be empty");
    assertThatThrownBy(() -> new Port("host", -1)).hasMessage("port=-1 must be in 0..65535");
  }

  @Test
  void theWayIsReadHopByHop() {
    SshHop gateway = new SshHop("ann", "gateway", 0);
    SshHop inner = new SshHop(null, "10.0.2.1", 2222);
    Port port = new Port("10.0.2.5", 7000);
    assertThat(Port.parse("10.0.2.5:7000  via ann@gateway, ssh://10.0.2.1:2222"))
        .isEqualTo(port.via(gateway, inner));
    assertThat(Port.parse("10.0.2.5:7000 only  via ssh://ann@gateway"))
        .isEqualTo(port.onlyVia(gateway));
    assertThatThrownBy(port::onlyVia).hasMessage("there must be a way to 10.0.2.5:7000");
  }

  @Test
  void anotherMachinesLoopbackIsNotOurs() {
    assertThat(Port.parse("127.0.0.1:1 via gate").isLoopback()).isFalse();
  }

  @Test
  void loopbackIsToldByTheAddress() {
    assertThat(
            List.of("127.0.0.1", "127.1.2.3", "localhost", "LocalHost", "::1", "0:0:0:0:0:0:0:1"))
        .allMatch(host -> new Port(host, 1).isLoopback());
    assertThat(
            List.of(
                "0.0.0.0", "::", "10.0.0.7", "127.example.org", "127.0.0.1.org", "::12", "::2:1"))
        .noneMatch(host -> new Port(host, 1).isLoopback());
  }
}
