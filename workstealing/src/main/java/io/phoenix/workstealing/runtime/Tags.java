package io.phoenix.workstealing.runtime;

/** The tags that work stealing uses; an application must leave them alone. */
final class Tags {
  /** Requests for work: small, and not to be kept waiting by anything large. */
  static final int REQUEST = -7201;

  /** Other messages about work, in order. */
  static final int WORK = 7201;

  /** To the clearinghouse. */
  static final int CLEARINGHOUSE = 7202;

  /** From the clearinghouse. */
  static final int NOTICE = 7203;

  private Tags() {}
}
