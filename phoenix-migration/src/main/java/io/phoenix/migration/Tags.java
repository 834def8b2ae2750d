package io.phoenix.migration;

/** The tags that migrations use; an application must leave them alone. */
final class Tags {
  /** Lock messages, and those of transfers that need not keep their place among chunks. */
  static final int LOCK = -7001;

  static final int TRANSFER = -7002;

  /** Questions how much a node has, and the answers. */
  static final int PROBE = -7003;

  static final int LOAD = -7004;

  /** Messages of transfers that keep their place among chunks, and the chunks. */
  static final int ORDERED = Integer.MAX_VALUE - 1;

  static final int CHUNK = Integer.MAX_VALUE;

  private Tags() {}
}
