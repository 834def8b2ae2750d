package io.phoenix.migration.lock;

/** Whom an attempt is meant to lock; remembered from the query on (line 34: "as intended"). */
public enum Intent {
  /** Anybody: this node assumes nothing (lines 9 to 11). */
  JOIN,
  /** The node that assumes the virtual node before the interval (lines 12 to 14). */
  LEFT,
  /** The node that assumes the virtual node after the interval (lines 15 to 17). */
  RIGHT
}
