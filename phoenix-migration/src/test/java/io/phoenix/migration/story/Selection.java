package io.phoenix.migration.story;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.lang.reflect.Constructor;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Which stories are played, and with whose state: what {@code scripts/test migration} was told. The
 * package of {@link Story} explains the options.
 */
final class Selection {
  private static final @Nullable Integer TRIES = Integer.getInteger("story.tries");
  private static final @Nullable Long SEED = Long.getLong("story.seed");

  /** The same for all tests of a build. */
  private static final long FRESH_SEED = new SplittableRandom().nextLong(1_000_000, 1_000_000_000);

  private static final String SUBJECT = System.getProperty("story.subject", "");

  private Selection() {}

  /** How many stories of a kind to play, if nobody has said so: {@code otherwise}. */
  static int tries(int otherwise) {
    return TRIES == null ? otherwise : TRIES;
  }

  /** The first seed. */
  static long seed() {
    return SEED == null ? 1 : SEED;
  }

  /** The first seed of stories that nobody has tried, unless one is asked for. */
  static long freshSeed() {
    return SEED == null ? FRESH_SEED : SEED;
  }

  /** The command that plays stories again. */
  static String command(int tries, long seed) {
    return "scripts/test migration --tries %d --seed %d%s"
        .formatted(tries, seed, SUBJECT.isEmpty() ? "" : " --subject " + SUBJECT);
  }

  /** A story with the state that is to be tested. */
  static Story withSubject(Story story) {
    return SUBJECT.isEmpty() ? story : story.withSubject(named(SUBJECT));
  }

  /** Makes subjects of a class that has a constructor without arguments. */
  static Supplier<Subject> named(String className) {
    try {
      Constructor<? extends Subject> constructor =
          Class.forName(className).asSubclass(Subject.class).getDeclaredConstructor();
      constructor.setAccessible(true);
      return () -> make(constructor);
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new IllegalArgumentException(
          "story.subject=%s must name a class on the class path that implements %s and has a constructor without arguments"
              .formatted(className, Subject.class.getName()),
          e);
    }
  }

  private static Subject make(Constructor<? extends Subject> constructor) {
    try {
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make a " + constructor.getDeclaringClass(), e);
    }
  }

  /** Simulated links break all the time: what their nodes say to that is no news. */
  static void silence() {
    log().setLevel(Level.OFF);
  }

  static void speak() {
    log().setLevel(null);
  }

  private static Logger log() {
    return (Logger) LoggerFactory.getLogger("io.phoenix");
  }
}
