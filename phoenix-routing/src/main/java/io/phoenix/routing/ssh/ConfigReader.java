package io.phoenix.routing.ssh;

import io.phoenix.api.SshHop;
import io.phoenix.routing.ssh.SshException.Trouble;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads OpenSSH's client configuration for one host, as {@code ssh -G} does: the first value found
 * for a keyword counts, except for those that gather values. {@code Host}, {@code Match} (but not
 * {@code exec}, {@code canonical} and {@code final}) and {@code Include} are understood.
 */
final class ConfigReader {
  private static final Logger LOG = LoggerFactory.getLogger(ConfigReader.class);
  private static final int MAX_DEPTH = 16;
  private static final Set<String> GATHERED = Set.of("identityfile", "certificatefile");

  private final SshHop hop;
  private final Map<String, List<String>> options = new TreeMap<>();

  ConfigReader(SshHop hop) {
    this.hop = hop;
    if (hop.user() != null) {
      options.put("user", List.of(hop.user()));
    }
    if (hop.port() != 0) {
      options.put("port", List.of(String.valueOf(hop.port())));
    }
  }

  /** The values of each keyword, in lower case. */
  Map<String, List<String>> options() {
    return options;
  }

  /**
   * Reads one file on top of those read before.
   *
   * @param base where files that it includes are looked for
   */
  void read(Path file, Path base) {
    read(file, base, true, 0);
  }

  private void read(Path file, Path base, boolean isActive, int depth) {
    if (depth > MAX_DEPTH) {
      throw wrong(file, 1, "files include each other more than " + MAX_DEPTH + " levels deep");
    }
    List<String> lines;
    try {
      lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new SshException(
          Trouble.CONFIGURATION, "cannot read the SSH configuration " + file + ": " + e, null, e);
    }
    boolean applies = isActive;
    for (int i = 0; i < lines.size(); i++) {
      List<String> words = words(lines.get(i));
      if (words == null) {
        throw wrong(file, i + 1, "a quotation mark is missing");
      }
      if (words.isEmpty()) {
        continue;
      }
      String keyword = words.get(0).toLowerCase(Locale.ROOT);
      List<String> values = words.subList(1, words.size());
      switch (keyword) {
        case "host" -> applies = isActive && Pattern.anyMatches(values, hop.host());
        case "match" -> applies = isActive && matches(values);
        case "include" -> {
          for (String pattern : values) {
            for (Path included : files(Home.expand(pattern), base)) {
              read(included, base, applies, depth + 1);
            }
          }
        }
        default -> {
          if (applies && !values.isEmpty()) {
            add(keyword, values);
          }
        }
      }
    }
  }

  private void add(String keyword, List<String> values) {
    if (GATHERED.contains(keyword)) {
      options.computeIfAbsent(keyword, k -> new ArrayList<>()).addAll(values);
    } else if (keyword.equals("proxyjump") || keyword.equals("proxycommand")) {
      // The two exclude each other: whichever comes first.
      if (!options.containsKey("proxyjump") && !options.containsKey("proxycommand")) {
        options.put(keyword, List.copyOf(values));
      }
    } else {
      options.putIfAbsent(keyword, List.copyOf(values));
    }
  }

  private boolean matches(List<String> criteria) {
    boolean all = true;
    for (Iterator<String> i = criteria.iterator(); i.hasNext(); ) {
      String word = i.next().toLowerCase(Locale.ROOT);
      boolean negated = word.startsWith("!");
      String criterion = negated ? word.substring(1) : word;
      boolean holds =
          switch (criterion) {
            case "all" -> true;
            case "canonical", "final" -> false; // there is no second pass
            case "host" -> Pattern.listMatches(next(i), one("hostname", hop.host()));
            case "originalhost" -> Pattern.listMatches(next(i), hop.host());
            case "user" -> Pattern.listMatches(next(i), one("user", Home.user()));
            case "localuser" -> Pattern.listMatches(next(i), Home.user());
            default -> {
              LOG.warn("SSH configuration: 'Match {}' is not supported and never holds", word);
              next(i);
              yield false;
            }
          };
      all &= holds != negated;
    }
    return all;
  }

  private static String next(Iterator<String> words) {
    return words.hasNext() ? words.next() : "";
  }

  private String one(String keyword, String otherwise) {
    List<String> values = options.get(keyword);
    return values == null ? otherwise : values.get(0);
  }

  private static List<Path> files(String pattern, Path base) {
    Path path = base.resolve(pattern);
    Path directory = path.getParent();
    Path name = path.getFileName();
    List<Path> found = new ArrayList<>();
    if (directory != null && name != null && Files.isDirectory(directory)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, name.toString())) {
        entries.forEach(found::add);
      } catch (IOException e) {
        LOG.debug("cannot list {}", directory, e); // as good as empty
      }
    }
    found.sort(null);
    return found;
  }

  /** A line's words without quotation marks and comments; {@code null} if a mark is missing. */
  static @Nullable List<String> words(String line) {
    List<String> words = new ArrayList<>();
    String text = line.strip();
    int i = 0;
    boolean mayAssign = true; // one = may stand after the keyword
    while (i < text.length()) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c)) {
        i++;
      } else if (c == '=' && words.size() == 1 && mayAssign) {
        mayAssign = false;
        i++;
      } else if (c == '#') {
        break;
      } else {
        var word = new StringBuilder();
        i = word(text, i, words.isEmpty(), word);
        if (i < 0) {
          return null;
        }
        words.add(word.toString());
      }
    }
    return words;
  }

  /** Reads one word; returns where it ends, or -1 if a quotation mark is missing. */
  private static int word(String text, int start, boolean isKeyword, StringBuilder word) {
    char quote = 0;
    int i = start;
    for (; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length() && "\"'\\".indexOf(text.charAt(i + 1)) >= 0) {
        word.append(text.charAt(++i));
      } else if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      } else if (quote == 0 && (Character.isWhitespace(c) || (isKeyword && c == '='))) {
        break;
      } else {
        word.append(c);
      }
    }
    return quote == 0 ? i : -1;
  }

  private static SshException wrong(Path file, int line, String what) {
    return new SshException(Trouble.CONFIGURATION, file + ":" + line + ": " + what, null);
  }
}
