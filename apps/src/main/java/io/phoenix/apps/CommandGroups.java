package io.phoenix.apps;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The list of commands in {@code phoenix --help}, by what they are for. */
final class CommandGroups {
  /** Every command is in one of these. */
  static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

  static {
    GROUPS.put("Run things:", List.of("demo", "run"));
    GROUPS.put(
        "Clusters, on this machine or on many:",
        List.of("check", "up", "status", "explain", "logs", "join", "leave", "return", "down"));
    GROUPS.put("Clusters, more rarely:", List.of("renew", "revoke", "node"));
    GROUPS.put("Test and measure:", List.of("storm", "sim"));
    GROUPS.put("The shell:", List.of("completion"));
  }

  private CommandGroups() {}

  static CommandLine in(CommandLine command) {
    command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
    command
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandGroups::render);
    return command;
  }

  private static String render(Help help) {
    var text = new StringBuilder();
    GROUPS.forEach(
        (title, names) -> {
          text.append(System.lineSeparator()).append(title).append(System.lineSeparator());
          Map<String, Help> group = new LinkedHashMap<>();
          names.forEach(name -> group.put(name, help.subcommands().get(name)));
          text.append(help.commandList(group));
        });
    return text.append(System.lineSeparator())
        .append("'phoenix COMMAND --help' says more of each.")
        .append(System.lineSeparator())
        .toString();
  }
}
