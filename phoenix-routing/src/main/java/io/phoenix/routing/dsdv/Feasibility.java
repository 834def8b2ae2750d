package io.phoenix.routing.dsdv;

/**
 * The condition that makes routing free of loops, and why it does.
 *
 * <p>A <em>distance</em> to a destination is a pair (sequence number, metric). It is
 * <em>smaller</em> the newer its number is, and among equal numbers the smaller its metric is. For
 * each destination, node A keeps
 *
 * <ul>
 *   <li>its <em>feasibility distance</em> F(A): the smallest distance that it has ever advertised,
 *       to anybody. It is lowered in the same step that sends the advertisement; retractions leave
 *       it as it is. At the destination itself it is (its own number, 0). Before the first
 *       advertisement it is larger than everything.
 *   <li>for each neighbour B that offers a route, the <em>reference distance</em> R(A, B): the
 *       smallest distance that B has offered since the link came up or B last retracted.
 * </ul>
 *
 * <p>A selects B as its next hop only if R(A, B) &lt; F(A): then B's route is <em>feasible</em>.
 *
 * <p><b>Theorem.</b> At no instant do next hops form a loop, whatever messages are under way.
 *
 * <p><b>Proof.</b> If B is A's next hop, then F(B) ≤ R(A, B) &lt; F(A), so that F falls strictly
 * along every chain of next hops, and no chain comes back to its beginning.
 *
 * <ol>
 *   <li>F(B) ≤ R(A, B): B did advertise R(A, B), F(B) was at most that from this moment on, and F
 *       only falls. How long the advertisement was under way does not matter.
 *   <li>R(A, B) &lt; F(A): it held when A selected B. R(A, B) only falls while B goes on to offer a
 *       route; if B retracts or the link breaks, A has another next hop or none in the same step.
 *       F(A) falls only when A advertises its selected route: its number is the number that B's
 *       latest offer has, and its metric is that offer's plus the link's cost, which is above 0. So
 *       it is larger than B's latest offer, which is not smaller than R(A, B).
 * </ol>
 *
 * <p>The metric of B's <em>latest</em> offer, and the cost of the link to B, do not enter the
 * condition: both may rise, and the route stays feasible. (Babel compares the latest offer, and so
 * has to give up a selected route whose metric rises until the destination has sent a newer number.
 * To remember the smallest offer is as safe, since the proof never needs more, and keeps the
 * route.)
 *
 * <p>What F must not do is rise. It may be dropped where the argument no longer refers to it: when
 * A has had no route for so long that its retraction has surely reached every node whose chain of
 * next hops led through A. A retraction is passed on at once, by each node, over links that are
 * declared dead within seconds if they do not deliver; after {@link DsdvSettings#holdNs} no R
 * refers to what A advertised (a retraction ends R), nobody's chain contains A, and A may begin
 * anew.
 */
@FunctionalInterface
interface Feasibility {

  /** The rule, as proved above. */
  Feasibility STRICT = Feasibility::isSmaller;

  /** Whether a route with this reference distance may be selected by a node of this F. */
  boolean isFeasible(long seqno, int metric, long feasibleSeqno, int feasibleMetric);

  /** Whether the first distance is strictly smaller than the second. */
  static boolean isSmaller(long seqno, int metric, long thanSeqno, int thanMetric) {
    return seqno > thanSeqno || (seqno == thanSeqno && Metric.isLess(metric, thanMetric));
  }
}
