package io.phoenix.workstealing.task;

/**
 * A task that has been taken out of its pool.
 *
 * @param problem what {@link TaskKind#poolOf} makes a pool of
 * @param place where in its pool the result belongs
 * @param level how far below the pool's root it is
 */
public record StolenTask(Object problem, int place, int level) {}
