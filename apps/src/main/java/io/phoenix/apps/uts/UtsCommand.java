package io.phoenix.apps.uts;

import io.phoenix.apps.run.AppCommand;
import io.phoenix.apps.run.Arguments;
import io.phoenix.apps.run.Assignment;
import io.phoenix.apps.uts.UtsTrees.Sample;
import io.phoenix.workstealing.Names;
import io.phoenix.workstealing.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code phoenix run uts}. */
@Command(
    name = UtsApplication.NAME,
    description = {
      "Unbalanced Tree Search: counts the nodes of a tree that nobody can divide in advance."
    },
    footerHeading = "%nTrees:%n",
    footer = {
      "  T1, T5 (geometric), T2 (cyclic), T3 (binomial): four million nodes each",
      "  T1L, T2L, T3L: a hundred million nodes each; T1XL: sixteen times as many",
      "  a tree of one's own: --type, and the options that belong to it"
    })
public final class UtsCommand extends AppCommand implements Assignment<UtsCount> {
  /** Two kinds of trees. */
  enum Type {
    GEOMETRIC,
    BINOMIAL
  }

  @Parameters(
      paramLabel = "TREE",
      arity = "0..1",
      description = "one of the benchmark's trees (default: T1)")
  private @Nullable String name;

  @Option(names = "--type", paramLabel = "TYPE", description = "geometric or binomial")
  private @Nullable Type type;

  @Option(
      names = "--shape",
      paramLabel = "SHAPE",
      defaultValue = "LINEAR",
      description = "geometric: linear, expdec, cyclic or fixed (default: linear)")
  private UtsShape shape = UtsShape.LINEAR;

  @Option(
      names = "--branching",
      paramLabel = "B",
      defaultValue = "4",
      description = "children of the root, or their mean (default: ${DEFAULT-VALUE})")
  private double branching;

  @Option(
      names = "--limit",
      paramLabel = "DEPTH",
      defaultValue = "6",
      description = "geometric: the greatest depth, or the period (default: ${DEFAULT-VALUE})")
  private int limit;

  @Option(
      names = "--probability",
      paramLabel = "Q",
      defaultValue = "0.234375",
      description = "binomial: that a node has children (default: ${DEFAULT-VALUE})")
  private double probability;

  @Option(
      names = "--children",
      paramLabel = "M",
      defaultValue = "4",
      description = "binomial: how many a node has, if any (default: ${DEFAULT-VALUE})")
  private int children;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "what the root is made of (default: ${DEFAULT-VALUE})")
  private int seed;

  @Option(
      names = "--grain",
      paramLabel = "NODES",
      defaultValue = "4096",
      description = "tree nodes that one task visits (default: ${DEFAULT-VALUE})")
  private int grain;

  private List<String> words = List.of();
  private @Nullable UtsCount known;

  @Override
  protected Assignment<UtsCount> assignment() {
    requireWithin("--grain", grain, 1, UtsApplication.MAX_GRAIN);
    require(name == null || type == null, "TREE or --type, not both");
    if (type == null) {
      String asked = name == null ? "T1" : name;
      Sample sample = UtsTrees.SAMPLES.get(asked);
      if (sample == null) {
        throw wrong(
            "no tree is named '" + asked + "'; " + Names.hint(asked, UtsTrees.SAMPLES.keySet()));
      }
      words = sample.words();
      known = sample.known();
    } else {
      words =
          type == Type.GEOMETRIC
              ? UtsTrees.geometric(shape, branching, limit, seed)
              : UtsTrees.binomial(branching, probability, children, seed);
      try {
        tree();
      } catch (IllegalArgumentException e) {
        throw wrong(String.valueOf(e.getMessage()));
      }
    }
    return this;
  }

  private UtsTree tree() {
    return UtsTrees.read(new Arguments(UtsApplication.NAME, words));
  }

  @Override
  public String application() {
    return UtsApplication.NAME;
  }

  @Override
  public List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    arguments.add(Integer.toString(grain));
    arguments.addAll(words);
    return arguments;
  }

  @Override
  public Work<UtsCount> work() {
    return new UtsApplication().work(arguments());
  }

  @Override
  public UtsCount serial() {
    return new UtsWalk(tree()).countAll();
  }

  @Override
  public Optional<Boolean> isRight(UtsCount result) {
    return known == null ? Optional.empty() : Optional.of(result.equals(known));
  }

  @Override
  public String present(UtsCount result) {
    return (type == null ? (name == null ? "T1" : name) : String.join(" ", words)) + ": " + result;
  }
}
