package io.phoenix.migration.lock;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A node of whom the test says what it assumes; keeps what the protocol asked of it. */
public final class RecordingLockEffects implements LockEffects {
  /** What was sent, and to which name. */
  public record Sent(long to, LockMessage message) {}

  /** What this node assumes. */
  public @Nullable VirtualRange interval;

  /** What it tells of itself; {@code null} if its application fails to say. */
  public @Nullable Standing standing = new Standing(10, false);

  final List<Sent> sent = new ArrayList<>();
  final List<Attempt> failed = new ArrayList<>();
  final List<Transaction> locked = new ArrayList<>();
  final List<String> actions = new ArrayList<>();

  @Override
  public @Nullable VirtualRange interval() {
    return interval;
  }

  @Override
  public Standing standing() {
    return Objects.requireNonNull(standing, "standing");
  }

  @Override
  public void send(long name, LockMessage message) {
    sent.add(new Sent(name, message));
  }

  @Override
  public void onAttemptFailed(Attempt attempt, String reason, long nowNs) {
    failed.add(attempt);
  }

  @Override
  public void onLocked(Transaction transaction, long nowNs) {
    locked.add(transaction);
  }

  @Override
  public void onAction(
      String action,
      @Nullable ResourceName peer,
      @Nullable Attempt attempt,
      @Nullable VirtualRange range) {
    actions.add(action);
  }

  /** The last message, which is taken out. */
  Sent takeSent() {
    return sent.remove(sent.size() - 1);
  }
}
