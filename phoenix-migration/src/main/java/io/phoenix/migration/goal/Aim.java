package io.phoenix.migration.goal;

import io.phoenix.migration.lock.Intent;

/**
 * Whom to lock next.
 *
 * @param intent as what
 * @param v a virtual node that it assumes, as far as is known
 */
record Aim(Intent intent, long v) {}
