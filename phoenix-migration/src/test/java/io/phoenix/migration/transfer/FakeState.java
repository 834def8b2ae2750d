package io.phoenix.migration.transfer;

import io.phoenix.api.VirtualRange;
import io.phoenix.migration.state.Incoming;
import io.phoenix.migration.state.MigratingState;
import io.phoenix.migration.state.Outgoing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** State that consists of the pieces which a test puts in, and fails where the test says so. */
final class FakeState implements MigratingState {
  final Deque<String> pieces = new ArrayDeque<>();
  final List<String> taken = new ArrayList<>();
  final Set<String> broken = new TreeSet<>();
  boolean live;

  /** Whether somebody uses it who does not let go of it. */
  boolean inUse;

  /** What remainingBytes says; {@code null} for the truth. */
  @Nullable Long remaining;

  private List<String> log = new ArrayList<>();

  FakeState with(String... more) {
    pieces.addAll(List.of(more));
    return this;
  }

  void logTo(List<String> where) {
    log = where;
  }

  private void call(String what) {
    log.add(what);
    failIf(what);
  }

  private void failIf(String what) {
    if (broken.contains(what)) {
      throw new IllegalStateException("broken: " + what);
    }
  }

  @Override
  public boolean isLive() {
    return live;
  }

  @Override
  public Outgoing handOut(VirtualRange range) {
    call("hand out");
    return new Outgoing() {
      @Override
      public byte @Nullable [] next(int maxBytes) {
        failIf("next");
        String piece = pieces.poll();
        return piece == null ? null : piece.getBytes(StandardCharsets.UTF_8);
      }

      @Override
      public long remainingBytes() {
        failIf("remaining");
        return remaining != null ? remaining : pieces.stream().mapToInt(String::length).sum();
      }

      @Override
      public boolean canFreeze() {
        failIf("can freeze");
        return !inUse;
      }

      @Override
      public void freeze() {
        call("freeze");
      }

      @Override
      public void end(boolean handedOver) {
        call(handedOver ? "discard what was handed over" : "keep");
      }
    };
  }

  @Override
  public Incoming takeIn(VirtualRange range) {
    call("take in");
    return new Incoming() {
      @Override
      public void add(byte[] chunk) {
        failIf("add");
        taken.add(new String(chunk, StandardCharsets.UTF_8));
      }

      @Override
      public void end(boolean assumed) {
        call(assumed ? "install" : "discard");
        if (!assumed) {
          taken.clear();
        }
      }
    };
  }
}
