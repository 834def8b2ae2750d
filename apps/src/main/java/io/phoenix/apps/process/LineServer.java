package io.phoenix.apps.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;

/** A child process's side of the conversation with its parent. */
public final class LineServer {
  /** Begins an answer that is the text of an exception. */
  static final String FAILURE = "!";

  /** Begins every other answer. */
  static final String SUCCESS = "=";

  private LineServer() {}

  /** What a child can be asked. */
  @FunctionalInterface
  public interface Answerer {
    /**
     * Answers a question.
     *
     * @throws Exception which the parent gets instead of an answer
     */
    String answer(String question) throws Exception;
  }

  /**
   * Answers questions until the parent closes the pipe or dies. Standard output belongs to the
   * answers from now on: whatever else is printed there goes to standard error.
   */
  public static void serve(Answerer answerer) {
    PrintStream out = System.out;
    System.setOut(System.err);
    try (var in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        byte[] answer = (answerOf(answerer, Lines.unescape(line)) + "\n").getBytes(UTF_8);
        out.write(answer, 0, answer.length);
        out.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the pipe from the parent process broke", e);
    }
  }

  private static String answerOf(Answerer answerer, String question) {
    try {
      return SUCCESS + Lines.escape(answerer.answer(question));
    } catch (Exception e) {
      e.printStackTrace();
      return FAILURE + Lines.escape(e.toString());
    }
  }
}
