package io.phoenix.apps.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.phoenix.api.Node;
import io.phoenix.api.Phoenix;
import io.phoenix.apps.process.ChildJvm;
import io.phoenix.apps.process.Children;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The table on real processes that join, leave and balance at random, while it is used. */
class TableIT {
  private static final int OPERATIONS = 100;
  private static final int AT_ONCE = 3;
  private static final int MOST_NODES = 5;
  private static final int FEWEST_NODES = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final long seed = Long.getLong("table.seed", System.nanoTime() & 0xffff);
  private final SplittableRandom random = new SplittableRandom(seed);
  private final Children children = new Children("phoenix-table-");
  private final List<Owner> owners = new ArrayList<>();
  private final Deque<ChildJvm> idle = new ArrayDeque<>();
  private final Deque<Operation<?>> underWay = new ArrayDeque<>();
  private int started;
  private int joins;
  private int leaves;
  private int balances;

  /** A process that has a node at the moment. */
  private record Owner(ChildJvm child, String port) {}

  /** A join, leave or balance that has been begun. */
  private record Operation<T>(CompletableFuture<T> answer, Consumer<T> onDone) {}

  @Test
  @Timeout(300)
  void everyEntryIsThereAndRightAfterAHundredJoinsLeavesAndBalancesUnderLoad() throws Exception {
    System.out.println("TableIT: seed " + seed + "; again with -Dtable.seed=" + seed);
    try (children;
        Node asker = Phoenix.open(TableChild.CONFIG)) {
      Table<String, String> table = Table.on(asker, Codec.strings(), Codec.strings());
      String entry = asker.localPort().toString();
      begin(open(entry, TableChild.FOUND), owners::add);
      finishFirst();
      List<TableLoad> loads = List.of(load("a", table), load("b", table), load("c", table));

      while (joins + leaves + balances < OPERATIONS) {
        operate(entry);
        if (underWay.size() >= AT_ONCE || owners.isEmpty()) {
          finishFirst();
        }
        loads.forEach(TableIT::assertRight);
      }
      while (!underWay.isEmpty()) {
        finishFirst();
      }

      long size = 0;
      for (TableLoad load : loads) {
        load.end();
        assertRight(load);
        assertThat(load.wrongEntries()).isEmpty();
        size += load.size();
      }
      assertThat(table.count()).isEqualTo(size).isPositive();
      assertThat(List.of(joins, leaves, balances)).allMatch(times -> times > OPERATIONS / 8);
      System.out.printf(
          "TableIT: %d joins, %d leaves, %d balances; %,d requests meanwhile, %,d entries%n",
          joins, leaves, balances, loads.stream().mapToLong(TableLoad::done).sum(), size);
    }
  }

  private TableLoad load(String name, Table<String, String> table) {
    var load = new TableLoad(name, table, random.nextLong());
    load.setDaemon(true);
    load.start();
    return load;
  }

  private static void assertRight(TableLoad load) {
    assertThat(load.failure()).isNull();
  }

  private void operate(String entry) throws Exception {
    int kind = random.nextInt(3);
    if (owners.size() < MOST_NODES && (kind == 0 || owners.size() < FEWEST_NODES)) {
      joins++;
      begin(open(entry, TableChild.JOIN), owners::add);
    } else if (owners.size() > FEWEST_NODES && kind == 1) {
      leaves++;
      leave(owners.remove(random.nextInt(owners.size())).child());
    } else {
      balances++;
      Owner owner = owners.get(random.nextInt(owners.size()));
      begin(owner.child().ask(TableChild.BALANCE), report -> {});
    }
  }

  /** Opens a node, in a process that is idle or a new one, which becomes an owner. */
  private CompletableFuture<Owner> open(String entry, String how) {
    ChildJvm child = idle.poll();
    if (child == null) {
      child = children.start("table node " + started++, TableChild.class, List.of());
    }
    ChildJvm opening = child;
    var question = new StringBuilder(TableChild.OPEN).append(' ').append(entry);
    owners.forEach(owner -> question.append(' ').append(owner.port()));
    return opening
        .ask(question.toString())
        .thenCompose(port -> opening.ask(how).thenApply(done -> new Owner(opening, port)));
  }

  /** One in four ends with its process, by SIGTERM; the others' processes are used again. */
  private void leave(ChildJvm child) {
    if (leaves % 4 == 0) {
      child.terminate();
      begin(child.exit(), code -> assertLeft(child, code));
    } else {
      begin(child.ask(TableChild.LEAVE), line -> idle.add(child));
    }
  }

  private static void assertLeft(ChildJvm child, int code) {
    assertThat(child.log()).content().contains(" left in ");
    assertThat(code).isZero();
  }

  private <T> void begin(CompletableFuture<T> answer, Consumer<T> onDone) {
    underWay.add(new Operation<>(answer, onDone));
  }

  private void finishFirst() {
    finish(underWay.remove());
  }

  private <T> void finish(Operation<T> operation) {
    operation.onDone().accept(children.await(operation.answer(), PATIENCE));
  }
}
