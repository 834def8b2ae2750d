package io.phoenix.apps.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.apps.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class NodeCommandTest {
  @Test
  @Timeout(20)
  void whoIsLetInIsAlwaysAChoice() {
    var err = new StringWriter();
    int code =
        Main.commandLine()
            .setErr(new PrintWriter(err))
            .execute("node", "--application=x", "--space=16");
    assertThat(code).isEqualTo(2);
    assertThat(err.toString())
        .contains("error: --tls DIR, or --plain to let in whoever can connect");
  }
}
