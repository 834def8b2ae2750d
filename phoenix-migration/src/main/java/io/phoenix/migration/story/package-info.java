/**
 * Stories: arbitrary sequences of joins, leaves, balancing, messages and faults, played in the
 * simulator, with the promises of migration checked after every event.
 *
 * <p>{@link io.phoenix.migration.story.Story} is one; it plays a list of {@link
 * io.phoenix.migration.story.Act}s and throws {@link io.phoenix.migration.story.StoryFailure},
 * which tells what happened and how to play it again. {@link
 * io.phoenix.migration.story.TraceModule} writes the steps of a story for the check against {@code
 * tla/Migration.tla}.
 *
 * <p>The seed of a story also says how fast acts, packets and state follow each other ({@code
 * Pace}), and an {@link io.phoenix.migration.story.Act.Ambush} waits for a step of the protocol, so
 * that faults meet moments that are short. Spaces may be so small that each node has one virtual
 * node.
 *
 * <p><b>What is checked.</b> The promises ({@code Checks}) after every event: one owner, one
 * interval, each message once, in order, where its state is. The rules of the protocol ({@code
 * Rules}) at every step: a lock has one holder, both intervals are as they were told, locks are
 * taken in the order of names, a range is assumed under its token and under a lock.
 *
 * <p><b>Nodes that leave with a log</b> ({@code Absentees}) and return lose nothing: all promises
 * hold for them. Where a neighbour takes over the range of one that is away, there are still never
 * two owners and nothing arrives twice; the order there is not known, as what the absent one held
 * comes late, and neither is its state.
 *
 * <p><b>After a crash</b> nothing may arrive twice, and messages to virtual nodes that no crashed
 * node ever assumed must still all arrive, in order; to the others they arrive in order, with gaps.
 * What is lost with a crashed node is not known here: it may have kept messages for the next owner.
 *
 * <h2>State of your own</h2>
 *
 * {@link io.phoenix.migration.story.Subject} is what an application implements to have its own
 * state tested; {@link io.phoenix.migration.story.Counters} is the one that is used otherwise. It
 * wraps the {@code MigratingState} that is to be tested, and stores in it one number for each
 * virtual node and sender, in whatever way that state stores things:
 *
 * <pre>{@code
 * public final class NotebookSubject implements Subject {
 *   private final Notebook notebook = new Notebook(); // implements MigratingState
 *
 *   public void remember(long v, long sender, long number) {
 *     notebook.write(v, "from " + sender, Long.toString(number));
 *   }
 *
 *   public long last(long v, long sender) {
 *     String number = notebook.read(v, "from " + sender);
 *     return number == null ? 0 : Long.parseLong(number);
 *   }
 *
 *   public boolean isLive() { return notebook.isLive(); }
 *   public Outgoing handOut(VirtualRange range) { return notebook.handOut(range); }
 *   public Incoming takeIn(VirtualRange range) { return notebook.takeIn(range); }
 * }
 * }</pre>
 *
 * <p>The whole of it is {@code NotebookSubject} among this module's tests. A class with a
 * constructor without arguments can be tested by name, without writing a test:
 *
 * <pre>
 * scripts/test migration --subject com.example.NotebookSubject --classpath target/classes --tries 1000
 * </pre>
 *
 * It is put through stories drawn from seeds and through jqwik's arbitrary ones. Of those that
 * fail, the former are replayed by the command that is printed, the latter are made shorter until
 * nothing can be left out. In a test of one's own, a story is two lines:
 *
 * <pre>{@code
 * Story story = Story.drawn(seed, 40, false);
 * story.withSubject(NotebookSubject::new).play(); // throws StoryFailure
 * }</pre>
 *
 * <p>Used by the tests of this module and by applications' tests. Imports {@code phoenix-api} and
 * {@code migration}; the simulator comes through {@code Phoenix.simulated}.
 */
@NullMarked
package io.phoenix.migration.story;

import org.jspecify.annotations.NullMarked;
