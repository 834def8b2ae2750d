package io.phoenix.apps.table;

import io.phoenix.apps.cluster.NodeApplication;
import io.phoenix.migration.Migration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A table of texts on the nodes of a cluster: {@code phoenix up FILE -- table}. Each node answers
 * {@code put KEY VALUE}, {@code get KEY} and {@code count} about the whole table.
 */
public final class TableApplication implements NodeApplication {
  @Override
  public String name() {
    return "table";
  }

  @Override
  public Running start(Place place, List<String> arguments) {
    if (!arguments.isEmpty()) {
      throw new IllegalArgumentException("'table' takes no arguments");
    }
    Table<String, String> table = Table.on(place.node(), Codec.strings(), Codec.strings());
    return new Running() {
      @Override
      public Migration migration() {
        return table.migration();
      }

      @Override
      public CompletableFuture<String> answer(String question) {
        String[] words = question.split(" ", 3);
        return switch (words[0] + "/" + words.length) {
          case "put/3" -> table.putAsync(words[1], words[2]).thenApply(String::valueOf);
          case "get/2" -> table.getAsync(words[1]).thenApply(String::valueOf);
          case "count/1" -> table.countAsync().thenApply(String::valueOf);
          default ->
              CompletableFuture.failedFuture(
                  new IllegalArgumentException("put KEY VALUE, get KEY, or count"));
        };
      }
    };
  }
}
