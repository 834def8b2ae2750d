/**
 * Scenarios: an application with messages and moves, faults from a seed, and the promises checked
 * at every step.
 *
 * <p>{@link io.phoenix.routing.sim.scenario.SimRun} runs a {@link
 * io.phoenix.routing.sim.scenario.Scenario} from a seed; {@code phoenix sim} and {@code SimTest}
 * call it. {@code Workload} sends letters and checks those that arrive, {@code Moves} moves
 * ownership, {@code Faults} makes things go wrong, and {@code RestCheck} tells when a healed
 * network has come to rest. Imports {@code routing.sim} and {@code routing.runtime}.
 *
 * <p><b>Checked at every step.</b>
 *
 * <ul>
 *   <li>no routing loop for any destination ({@code LoopCheck});
 *   <li>at every delivery: not twice, in order for each (sender, name, lane), undamaged, with the
 *       right sender, and at the node that assumes the target at that moment ({@code Ledger},
 *       {@code OwnershipBook}); a node that left and returned with its log is the same sender;
 *   <li>a node leaves with nothing lost, and returns with what it assumed;
 *   <li>nothing throws.
 * </ul>
 *
 * <p><b>After healing.</b> Everything that was sent is delivered, every node agrees who assumes
 * what and has a way to every other, nothing waits or is unacknowledged; then one more message from
 * everybody to everybody arrives, and after that links are tested and nothing else is said ({@code
 * RestCheck}, {@code QuietCheck}). Where nodes that live are given up, letters to virtual nodes
 * that move may be overtaken by later ones, and the rest holds.
 *
 * <p><b>Losses.</b> Where nodes crash or leave for good, each letter that is missing needs a
 * reason: {@code Custody} listens on the wires and knows which node held it or may have held it,
 * and {@code LossCheck} demands that this node crashed, or left and reported the loss. A letter on
 * the wire to a node that is gone is lost only if its sender says that it is in doubt ({@code
 * Doubts}). Order and duplicates are checked in every case.
 *
 * <p><b>Replay.</b> A failure says which command repeats it: {@code scripts/phoenix sim --seed N
 * --scenario NAME}; {@code --trace} tells the whole story.
 */
@NullMarked
package io.phoenix.routing.sim.scenario;

import org.jspecify.annotations.NullMarked;
