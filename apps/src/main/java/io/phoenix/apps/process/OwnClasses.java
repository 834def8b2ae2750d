package io.phoenix.apps.process;

import io.phoenix.apps.terminal.UserError;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Classes of the user's own, such as applications and policies: those that {@code phoenix
 * --classpath PATH} names, or the property {@value #PROPERTY}, which other processes of a command
 * are given. They are found through the context class loader of threads, which threads inherit.
 */
public final class OwnClasses {
  /** The property of the JVM: jars and directories, separated as in a class path. */
  public static final String PROPERTY = "phoenix.classpath";

  /** The option of the command line that sets it. */
  public static final String OPTION = "--classpath";

  private OwnClasses() {}

  /**
   * Takes the option off the front of a command line, and lets this thread find the classes.
   *
   * @return the rest
   * @throws UserError if something that is named is not there
   */
  public static String[] take(String... words) {
    String[] rest = words;
    if (words.length > 0 && words[0].startsWith(OPTION + "=")) {
      System.setProperty(PROPERTY, words[0].substring(OPTION.length() + 1));
      rest = Arrays.copyOfRange(words, 1, words.length);
    } else if (words.length > 1 && words[0].equals(OPTION)) {
      System.setProperty(PROPERTY, words[1]);
      rest = Arrays.copyOfRange(words, 2, words.length);
    }
    String path = System.getProperty(PROPERTY, "");
    if (!path.isEmpty()) {
      Thread.currentThread().setContextClassLoader(loaderOf(path));
    }
    return rest;
  }

  private static ClassLoader loaderOf(String path) {
    List<URL> urls = new ArrayList<>();
    for (String each : path.split(File.pathSeparator, -1)) {
      Path file = Path.of(each);
      if (!Files.exists(file)) {
        throw new UserError(
            OPTION + ": there is no '" + each + "'",
            "name jars and directories, separated by '" + File.pathSeparator + "'");
      }
      try {
        urls.add(file.toUri().toURL());
      } catch (MalformedURLException e) {
        throw new IllegalStateException("a file has no URL: " + file, e);
      }
    }
    return new URLClassLoader("own", urls.toArray(URL[]::new), OwnClasses.class.getClassLoader());
  }
}
