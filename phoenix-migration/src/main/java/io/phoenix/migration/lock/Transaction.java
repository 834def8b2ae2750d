package io.phoenix.migration.lock;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;

/**
 * What an initiator that holds both locks knows of the other node.
 *
 * @param attempt the attempt that got the locks
 * @param intent what it was meant to lock
 * @param peer the other node
 * @param interval what the other node assumes until the transaction is over
 * @param standing what it told of itself
 */
public record Transaction(
    Attempt attempt, Intent intent, ResourceName peer, VirtualRange interval, Standing standing) {}
