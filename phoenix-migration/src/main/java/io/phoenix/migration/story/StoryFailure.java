package io.phoenix.migration.story;

/** A promise was broken; the message tells the story. */
public final class StoryFailure extends AssertionError {
  private static final long serialVersionUID = 1L;

  StoryFailure(String message) {
    super(message);
  }
}
