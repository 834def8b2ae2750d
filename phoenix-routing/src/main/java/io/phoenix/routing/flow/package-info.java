/**
 * Flows: between each ordered pair of nodes, messages arrive in order and exactly once.
 *
 * <p>{@link io.phoenix.routing.flow.Flows} is the way in, called by {@code routing.node}; a {@code
 * Flow} has two lanes, and each lane a {@code SendLane} and a {@code ReceiveLane}. A lane cuts
 * messages into numbered frames, which {@code routing.link} pulls one at a time and relays pass on
 * towards the peer. Imports {@code wire}, {@code link} and {@code world}.
 *
 * <p><b>Invariant.</b> A frame is accepted only if its number is the one expected, so each is
 * accepted once and in order; a message leaves its sender's lane only when its last frame was
 * accepted. So whatever is lost on the way is still at the sender, and whatever comes twice is
 * dropped.
 *
 * <p><b>Recovery.</b> Links are TCP: frames are lost only where a link dies or a relay drops.
 * Instead of resending on suspicion, a lane sends a probe behind its frames, along the same way;
 * the answer tells exactly what did not arrive before the probe. Probes go out when the way
 * changes, and after growing silences, because a link may die far from here.
 *
 * <p><b>Bounds.</b> What may be under way in a lane is {@link
 * io.phoenix.routing.flow.Lane#windowBytes}; the receiver grants more as it takes frames, and
 * withholds it while too much is queued there. Bounds are kept by whoever receives, not only by
 * whoever sends:
 *
 * <ul>
 *   <li>a frame beyond the credit that was granted is not taken;
 *   <li>nor is one when all peers together, each within its credit, have sent too much: it is lost
 *       as on the way, and sent again;
 *   <li>the first frame of a long message is taken only if there is room for the whole ({@code
 *       Assembly}), which is made as frames come;
 *   <li>a flow is made only for a source that is known, and only so many are ({@code Strangers}); a
 *       probe of an unknown source is answered, and nothing is remembered of it.
 * </ul>
 *
 * <p>A neighbour whose own frame breaks a rule loses its link. About a frame that came through
 * others nothing can be proved, for anybody on the way may have made it: it is not taken, and
 * counted.
 */
@NullMarked
package io.phoenix.routing.flow;

import org.jspecify.annotations.NullMarked;
