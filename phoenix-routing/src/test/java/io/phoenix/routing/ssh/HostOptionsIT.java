package io.phoenix.routing.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.phoenix.api.SshHop;
import io.phoenix.api.SshSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The configuration means to us what it means to OpenSSH: {@code ssh -G} is asked, too. */
class HostOptionsIT {
  private static final String CONFIG =
      """
      # comment
      Host near
        HostName 10.0.0.7
        User ann
        Port=2222
        IdentityFile ~/.ssh/near_%h_%r
        IdentityFile "/keys/with blank"
      Host far* !farther
        ProxyJump near,bob@mid:2022
        UserKnownHostsFile /tmp/a /tmp/b
        Ciphers aes256-ctr
      Include INCLUDED
      Host=*.example.org  # all of them
        HostName %h
        User 'eve'
      Match originalhost near,far1 user ann
        ServerAliveInterval 7
      Match !host 10.0.0.7
        ServerAliveCountMax 9
      Host near
        User too-late
      Host *
        Port 2200
        IdentitiesOnly yes
        HashKnownHosts yes
        ConnectTimeout 3
        StrictHostKeyChecking accept-new
        IdentityFile /keys/any
      """;

  @TempDir Path dir;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "near",
        "far1",
        "farther",
        "inc",
        "www.example.org",
        "other",
        "zoe@near",
        "near:99",
        "10.0.0.7"
      })
  void readsAsOpensshDoes(String host) throws IOException {
    Path included = dir.resolve("included.d");
    Files.createDirectory(included);
    Files.writeString(included.resolve("b.conf"), "Host inc\n User second\n ProxyJump none\n");
    Files.writeString(included.resolve("a.conf"), "Host inc\n User first\n Port 77\n");
    Path config = dir.resolve("config");
    Files.writeString(config, CONFIG.replace("INCLUDED", included + "/*.conf"));

    SshHop hop = SshHop.parse(host);
    HostOptions ours = HostOptions.of(hop, SshSettings.users().withConfigFile(config));
    List<String> theirs =
        Sshd.call("ssh", "-F", config.toString(), "-G", hop.toString()).lines().toList();

    assertThat(value(theirs, "hostname")).isEqualTo(ours.host());
    assertThat(value(theirs, "user")).isEqualTo(ours.user());
    assertThat(value(theirs, "port")).isEqualTo(String.valueOf(ours.port()));
    assertThat(value(theirs, "serveraliveinterval"))
        .isEqualTo(ours.aliveSeconds() == 15 ? "0" : String.valueOf(ours.aliveSeconds()));
    assertThat(value(theirs, "serveralivecountmax")).isEqualTo(String.valueOf(ours.aliveCount()));
    assertThat(value(theirs, "connecttimeout")).isEqualTo(String.valueOf(ours.connectSeconds()));
    assertThat(value(theirs, "identitiesonly")).isEqualTo(ours.identitiesOnly() ? "yes" : "no");
    assertThat(value(theirs, "hashknownhosts")).isEqualTo(ours.hashKnownHosts() ? "yes" : "no");
    assertThat(value(theirs, "stricthostkeychecking"))
        .isEqualTo(ours.acceptNew() ? "accept-new" : "ask");
    assertThat(value(theirs, "proxyjump"))
        .isEqualTo(
            ours.jumps().isEmpty()
                ? "none"
                : ours.jumps().stream()
                    .map(jump -> jump.toString().substring("ssh://".length()))
                    .collect(Collectors.joining(",")));
    assertThat(value(theirs, "ciphers"))
        .isEqualTo(ours.algorithms("ciphers", value(theirs, "ciphers")));
    assertThat(theirs.stream().filter(line -> line.startsWith("identityfile ")).count())
        .isEqualTo(ours.identities().size());
    assertThat(String.join(" ", ours.knownHosts().stream().map(Path::toString).toList()))
        .startsWith(Home.expand(value(theirs, "userknownhostsfile").replaceFirst(" .*", "")));
  }

  private static String value(List<String> lines, String keyword) {
    return lines.stream()
        .filter(line -> line.startsWith(keyword + " "))
        .map(line -> line.substring(keyword.length() + 1))
        .findFirst()
        .orElse("none");
  }

  @Test
  void tokensInFileNamesAreExpanded() throws IOException {
    HostOptions options =
        options("Host a\n HostName b\n User u\n Port 5\n IdentityFile %d/%n-%h-%p-%r-%%\n");
    assertThat(options.identities()).containsExactly(Path.of(Home.directory() + "/a-b-5-u-%"));
  }

  @Test
  void listsOfAlgorithmsAreChangedAsTheirFirstCharacterSays() throws IOException {
    assertThat(options("Ciphers +x,y").algorithms("ciphers", "a,b")).isEqualTo("a,b,x,y");
    assertThat(options("Ciphers ^b,x").algorithms("ciphers", "a,b")).isEqualTo("b,x,a");
    assertThat(options("Ciphers -a*").algorithms("ciphers", "a1,b,a2")).isEqualTo("b");
    assertThat(options("Ciphers c").algorithms("ciphers", "a,b")).isEqualTo("c");
    assertThat(options("").algorithms("ciphers", "a,b")).isEqualTo("a,b");
  }

  @Test
  void whatIsNotSupportedIsSaidSo() throws IOException {
    HostOptions options = options("ProxyCommand nc %h %p");
    assertThatThrownBy(options::jumps)
        .hasMessage(
            "the SSH configuration has a ProxyCommand for a, which is not supported; say ProxyJump"
                + " instead");
  }

  @Test
  void whatCannotBeReadIsSaidSoWithItsPlace() throws IOException {
    assertThatThrownBy(() -> options("Host a\nUser \"ann"))
        .hasMessage(dir.resolve("config") + ":2: a quotation mark is missing");
    assertThatThrownBy(() -> options("Port many").port())
        .hasMessage("the SSH configuration of a: port many is no number");
    Path itself = dir.resolve("config");
    assertThatThrownBy(() -> options("Include " + itself))
        .hasMessageContaining("include each other more than 16 levels deep");
  }

  private HostOptions options(String config) throws IOException {
    Path file = dir.resolve("config");
    Files.writeString(file, config);
    return HostOptions.of(SshHop.parse("a"), SshSettings.users().withConfigFile(file));
  }
}
