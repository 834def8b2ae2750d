package io.phoenix.apps.config;

import io.phoenix.apps.config.Yaml.Entry;
import io.phoenix.apps.config.Yaml.Mapping;
import io.phoenix.apps.config.Yaml.Scalar;
import io.phoenix.apps.config.Yaml.Sequence;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads one YAML document into a tree. Made from the parser's events and not by its loader: that
 * one forgets places, and recurses as deep as the input says.
 */
final class YamlReader {
  private static final int MAX_DEPTH = 20;

  private final Iterator<Event> events;

  private YamlReader(String text) {
    this.events = new Parse(LoadSettings.builder().build()).parseString(text).iterator();
  }

  /** The document; {@code null} if there is none, or none that can be read: then it says why. */
  static @Nullable Yaml read(String text, Complaints complaints) {
    try {
      return new YamlReader(text).document();
    } catch (Unwanted e) {
      complaints.add(e.at, e.getMessage(), e.hint);
    } catch (MarkedYamlEngineException e) {
      complaints.add(markOf(e.getProblemMark()), "no YAML: " + e.getProblem(), YAML_HINT);
    } catch (ReaderException e) {
      complaints.add(
          placeOf(text, e.getPosition()),
          "no text: character U+%04X".formatted(e.getCodePoint()),
          "is this the right file?");
    } catch (YamlEngineException e) {
      complaints.add(Mark.START, "no YAML: " + Complaints.quote("" + e.getMessage()), YAML_HINT);
    }
    return null;
  }

  private static final String YAML_HINT =
      "write 'key: value', lists as [a, b], and indent what belongs together equally, with blanks";

  private @Nullable Yaml document() {
    Yaml root = null;
    while (events.hasNext()) {
      Event event = events.next();
      switch (event.getEventId()) {
        case Scalar, SequenceStart, MappingStart -> {
          if (root != null) {
            throw new Unwanted(
                event, "a second document", "put everything into one: remove the line '---'");
          }
          root = value(event, 0);
        }
        case Alias -> throw alias(event);
        default -> {} // the frame around documents
      }
    }
    return root;
  }

  private Yaml value(Event event, int depth) {
    if (depth > MAX_DEPTH) {
      throw new Unwanted(event, "more than " + MAX_DEPTH + " levels deep", "is this the file?");
    }
    if (event instanceof ScalarEvent scalar) {
      return new Scalar(markOf(event.getStartMark()), scalar.getValue().strip());
    }
    if (event instanceof SequenceStartEvent) {
      List<Yaml> items = new ArrayList<>();
      for (Event e = events.next(); e.getEventId() != Event.ID.SequenceEnd; e = events.next()) {
        items.add(value(e, depth + 1));
      }
      return new Sequence(markOf(event.getStartMark()), items);
    }
    if (event instanceof MappingStartEvent) {
      List<Entry> entries = new ArrayList<>();
      for (Event e = events.next(); e.getEventId() != Event.ID.MappingEnd; e = events.next()) {
        if (!(value(e, depth + 1) instanceof Scalar key)) {
          throw new Unwanted(e, "a key that is no word", "keys are single words: 'key: value'");
        }
        entries.add(new Entry(key, value(events.next(), depth + 1)));
      }
      return new Mapping(markOf(event.getStartMark()), entries);
    }
    throw alias(event);
  }

  private static Unwanted alias(Event event) {
    return new Unwanted(
        event, "an alias (*)", "write it out; a text that begins with * wants quotes");
  }

  private static Mark markOf(Optional<org.snakeyaml.engine.v2.exceptions.Mark> mark) {
    return mark.map(m -> new Mark(m.getLine() + 1, m.getColumn() + 1)).orElse(Mark.START);
  }

  private static Mark placeOf(String text, int position) {
    String before = text.substring(0, Math.min(Math.max(position, 0), text.length()));
    int line = (int) before.chars().filter(c -> c == '\n').count();
    return new Mark(line + 1, before.length() - before.lastIndexOf('\n'));
  }

  /** What YAML can do, and this file need not. */
  private static final class Unwanted extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Mark at;
    private final String hint;

    Unwanted(Event event, String message, String hint) {
      super(message);
      this.at = markOf(event.getStartMark());
      this.hint = hint;
    }

    @Override
    public String getMessage() {
      return "" + super.getMessage();
    }
  }
}
