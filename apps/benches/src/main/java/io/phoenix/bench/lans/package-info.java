/**
 * {@code scripts/bench lans}: tunnels beside {@code ssh -L}, TLS beside plain TCP, {@code phoenix
 * up}, and cuts, in the lab of three LANs.
 *
 * <p>{@link io.phoenix.bench.lans.LansBench} is the command. It runs outside the lab ({@code
 * BenchLab}) and starts processes on its hosts: {@code LabChild}, one node each, which answers
 * questions. {@code WayFigures}, {@code UpFigures} and {@code CutFigures} ask them.
 */
@NullMarked
package io.phoenix.bench.lans;

import org.jspecify.annotations.NullMarked;
