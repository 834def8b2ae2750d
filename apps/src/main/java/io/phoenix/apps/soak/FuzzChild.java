package io.phoenix.apps.soak;

import io.phoenix.api.Port;
import io.phoenix.api.Security;
import io.phoenix.apps.process.LineServer;
import io.phoenix.routing.tls.Credentials;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A process with a {@link FuzzMember}. */
final class FuzzChild {
  /** With credentials, a seed, and the addresses. */
  static final String BEGIN = "begin";

  /** What it has done so far: see {@link FuzzMember#counts}. */
  static final String COUNT = "count";

  private FuzzChild() {}

  /** Takes no arguments. */
  public static void main(String[] args) {
    var member = new AtomicReference<@Nullable FuzzMember>();
    LineServer.serve(question -> answer(member, Arrays.asList(question.split(" ", -1))));
    Runtime.getRuntime().halt(0);
  }

  private static String answer(AtomicReference<@Nullable FuzzMember> member, List<String> words) {
    if (words.get(0).equals(BEGIN)) {
      var security = (Security.TlsInMemory) Credentials.ofWord(words.get(1)).inMemory();
      List<Port> ports = words.stream().skip(3).map(Port::parse).toList();
      var begun = new FuzzMember(security, ports, Long.parseLong(words.get(2)));
      member.set(begun);
      begun.begin();
    }
    return Objects.requireNonNull(member.get(), "it has not begun").counts();
  }
}
