package io.phoenix.routing.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClientHelloTest {
  /** What a member says first. */
  static byte[] ofMember(Engines.Kind kind) throws Exception {
    var cluster = new TestCluster();
    Membership member = cluster.member("member");
    try (var engines = new Engines(kind, member::trust, member.identity(), cluster.clock)) {
      SSLEngine engine = engines.forDialler();
      engine.beginHandshake();
      ByteBuffer out = ByteBuffer.allocate(32 * 1024);
      engine.wrap(ByteBuffer.allocate(0), out);
      Engines.release(engine);
      return Arrays.copyOf(out.array(), out.position());
    }
  }

  private static ClientHello in(byte[] bytes, int count) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, count);
    ClientHello found = ClientHello.in(buffer);
    assertThat(buffer.position()).isZero();
    return found;
  }

  @ParameterizedTest
  @EnumSource
  void everyBeginningOfAMembersHelloIsAPartAndOnlyAllOfItIsWhole(Engines.Kind kind)
      throws Exception {
    byte[] hello = ofMember(kind);
    for (int count = 0; count < hello.length; count++) {
      assertThat(in(hello, count)).as("%d bytes", count).isEqualTo(ClientHello.PART);
    }
    assertThat(in(hello, hello.length)).isEqualTo(ClientHello.WHOLE);
    assertThat(in(Arrays.copyOf(hello, hello.length + 9), hello.length + 9))
        .isEqualTo(ClientHello.WHOLE);
  }

  @ParameterizedTest
  @EnumSource
  void whateverBeginsSomethingElseIsToldFromTheFirstBytes(Engines.Kind kind) throws Exception {
    byte[] hello = ofMember(kind);
    assertThat(changed(hello, 0, 21)).isEqualTo(ClientHello.NONE); // an alert
    assertThat(changed(hello, 1, 2)).isEqualTo(ClientHello.NONE); // SSL 2
    assertThat(changed(hello, 3, 0x7F)).isEqualTo(ClientHello.NONE); // longer than a record may be
    assertThat(changed(hello, 5, 2)).isEqualTo(ClientHello.NONE); // a ServerHello
    assertThat(changed(hello, 6, 1)).isEqualTo(ClientHello.NONE); // goes on in another record
  }

  private static ClientHello changed(byte[] hello, int at, int value) {
    byte[] changed = hello.clone();
    changed[at] = (byte) value;
    return in(changed, changed.length);
  }
}
