/**
 * {@code scripts/soak}: everything that can befall nodes, all at once and for an hour, with every
 * message accounted for.
 *
 * <p>{@link io.phoenix.apps.soak.SoakRun} drives one soak. The nodes ({@link
 * io.phoenix.apps.soak.SoakNode}) are processes, each at a place of its own ({@link
 * io.phoenix.apps.soak.Cables}); {@link io.phoenix.apps.soak.SoakPlan} draws from the seed what
 * happens when, and {@link io.phoenix.apps.soak.Deeds} does it to the {@link
 * io.phoenix.apps.soak.Fleet}. Meanwhile {@link io.phoenix.apps.soak.FloodChild} is at the nodes'
 * doors without a certificate, and {@link io.phoenix.apps.soak.FuzzMember} says nonsense with one.
 *
 * <p>The invariant that is tested: each message is received once, and in the order of its stream,
 * or there is a reason for its loss that somebody has said or that a kill explains. {@link
 * io.phoenix.apps.soak.Accounts} finds what is missing, doubled or out of order in the nodes'
 * journals; {@link io.phoenix.apps.soak.Inquest} looks for the reasons in the {@link
 * io.phoenix.apps.soak.Chronicle}.
 */
@NullMarked
package io.phoenix.apps.soak;

import org.jspecify.annotations.NullMarked;
