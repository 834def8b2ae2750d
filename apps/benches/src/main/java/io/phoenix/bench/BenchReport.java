package io.phoenix.bench;

import io.phoenix.apps.terminal.Terminal;
import io.phoenix.apps.terminal.UserError;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;

/** What a benchmark says: how far it is, what it found for people, and that for programs. */
public final class BenchReport {
  private final CommandSpec command;

  /** What the command of a benchmark says. */
  public BenchReport(CommandSpec command) {
    this.command = command;
  }

  /** Says what is going on, on a line that the next one replaces; only where somebody looks. */
  public void showProgress(String what) {
    if (Terminal.isStandardError()) {
      PrintWriter err = command.commandLine().getErr();
      err.printf("\r%-78s%s", what, what.isEmpty() ? "\r" : "");
      err.flush();
    }
  }

  /** Ends it: prints the table, and writes the file for programs. */
  public void finish(String table, Path json, String text) {
    showProgress("");
    PrintWriter out = command.commandLine().getOut();
    out.print(table);
    out.flush();
    write(json, text);
  }

  /** Writes a file, and the directories on the way to it. */
  public static void write(Path file, String text) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UserError("cannot write " + file + ": " + e.getMessage(), "choose another --json");
    }
  }
}
