/**
 * {@code scripts/bench migration}: what joining, moving state and balancing cost.
 *
 * <p>{@link io.phoenix.bench.migration.MigrationBench} is the command; {@code JoinFigures} and
 * {@code MoveFigures} measure nodes in this process over TCP on loopback, {@code BalanceFigures}
 * and {@code BurstFigures} count in the simulator. {@code Rows} collects what is found. Imports
 * {@code phoenix-migration} and {@code phoenix-api}.
 */
@NullMarked
package io.phoenix.bench.migration;

import org.jspecify.annotations.NullMarked;
