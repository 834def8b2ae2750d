------------------------------ MODULE Dispatching ------------------------------
(***************************************************************************)
(* What one node does with messages to one virtual node: where they go,    *)
(* what waits, and how fences keep the order.  Departure uses it.          *)
(*                                                                         *)
(* Code: package io.phoenix.routing.names.  Dispatch, Flush, Route,        *)
(* OnFence, PutBack and OnReached are methods of Dispatcher; SendFence,    *)
(* OnFenceAck, ChangeWay, Inherit and Abandon are methods of Fences;       *)
(* GiveTo is one of Keeping.  Each takes the state n of the node p and     *)
(* returns its next state.                                                 *)
(*                                                                         *)
(* One virtual node is enough.  A piece is a range of virtual nodes of     *)
(* which the same is known; where only a part of it changes hands, the     *)
(* code splits its channels, and the fences and way marks in them.  So     *)
(* what happens to one virtual node of a piece is what would happen if it  *)
(* were a piece by itself, except that another virtual node of the piece   *)
(* may be the cause of a fence (SendFence without a message) or of a way.  *)
(* Lanes never meet either.                                                *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
  Node,         \* names of nodes, positive
  MaxEpoch,     \* the highest epoch
  Flaw          \* "none", or a mistake made on purpose: see Departure

Own == 0        \* the generation of a node's own messages
Abs(g) == IF g < 0 THEN -g ELSE g
Max(S) == CHOOSE x \in S : \A y \in S : y <= x

\* Generations: the epoch at which messages were resolved to the node; below 0, if they were
\* delivered and not received when that epoch was released; or a line (KeptLine) of what a leaver
\* gave: 1000 times its number, and an epoch.  The number is one of the leaver's channel, which
\* may be a line itself.
EpochOf(g) == Abs(g) % 1000
LineNumber(p, g) ==                     \* the code draws it; in traces it is the code's
  IF g < 1000 THEN p * 20 + 10 + g ELSE ((g \div 1000) * 10 + EpochOf(g)) * 5 + p
LineOf(p, g, epoch) == IF Flaw = "one line" THEN epoch ELSE LineNumber(p, g) * 1000 + epoch

\* The order of channels: what was not received, a node's own, others' by epoch and line.
Rank(g) == IF g < 0 THEN -1000 - g ELSE EpochOf(g) * 3000000 + g \div 1000
FirstOf(gs) == CHOOSE g \in gs : \A h \in gs : Rank(g) <= Rank(h)

\* A channel: the way that messages last took (via 0: none is under way), at which epoch
\* or line, the number of the fence behind them (0: none), whether all is known to have arrived
\* there, whether a leave has left it in doubt, and what waits.
Clear == [via |-> 0, at |-> 0, fence |-> 0, arrived |-> FALSE, unsettled |-> FALSE, held |-> <<>>]

\* Something under way: a message of the stream s; a fence of its origin s; or a mark of a
\* way to s.  g: the generation it has where it is now; at: the epoch or line it was resolved to.
Item(kind, s, k, g, at) == [kind |-> kind, s |-> s, k |-> k, g |-> g, at |-> at]

IsOpen(c) == c.via # 0
IsUnderWay(c) == c.via # 0 /\ ~c.arrived
IsIdle(c) == c.via = 0 /\ c.fence = 0 /\ c.held = <<>>
CanGoTo(c, owner, epoch) ==
  \/ c.via = 0
  \/ c.via = owner /\ c.at = epoch
  \/ c.arrived /\ c.via = owner /\ c.at >= epoch
GoVia(c, owner, epoch) == [c EXCEPT !.via = owner, !.at = epoch, !.arrived = FALSE]
Forget(c) == [c EXCEPT !.via = 0, !.at = 0, !.fence = 0, !.arrived = FALSE, !.unsettled = FALSE]

\* A node has no other channels than these; at the end of each step, none that is idle.
Channels(n) == DOMAIN n.chan
NoChannels == [g \in {} |-> Clear]
WithChannel(n, g) ==
  IF g \in Channels(n) THEN n
  ELSE [n EXCEPT !.chan = [h \in Channels(n) \cup {g} |-> IF h = g THEN Clear ELSE n.chan[h]]]
DropIdle(n) ==
  LET gs == {g \in Channels(n) : ~IsIdle(n.chan[g])}
  IN IF gs = Channels(n) THEN n ELSE [n EXCEPT !.chan = [g \in gs |-> n.chan[g]]]

RECURSIVE Current(_, _)
Current(n, q) == IF n.succ[q] = 0 THEN q ELSE Current(n, n.succ[q])

\* The code's NamesDuty.forward: an own fence for a node that has left is not sent.
Forward(n, p, to, x, epoch) ==
  IF x.kind = "fence" /\ x.s = p /\ to \in n.closed \cup n.left THEN n
  ELSE [n EXCEPT !.out[to].items = Append(@, [x EXCEPT !.at = epoch])]

Deliver(n, x) == [n EXCEPT !.inbox = Append(@, x)]

HoldsFence(c, x) ==
  /\ x.kind = "fence"
  /\ \E i \in 1..Len(c.held) : LET y == c.held[i] IN y.kind = "fence" /\ y.s = x.s /\ y.k = x.k

Hold(n, g, x) ==
  IF HoldsFence(n.chan[g], x) THEN n
  ELSE [n EXCEPT !.chan[g].held = Append(@, [x EXCEPT !.g = g])]

-------------------------------------------------------------------------------
(* Where a message goes.                                                     *)

RECURSIVE Route(_, _, _, _), SendFence(_, _, _), OnFence(_, _, _, _), Dispatch(_, _, _, _),
          Inherit(_, _, _, _, _), InheritFrom(_, _, _, _, _, _, _), Flush(_, _, _),
          FlushAll(_, _, _), OnCleared(_, _, _), InheritNext(_, _, _, _), HaveGone(_, _, _)

SendFence(n, p, g) ==
  LET id == n.last + 1
      m == [n EXCEPT !.last = id, !.chan[g].fence = id]
      x == Item("fence", p, id, Own, 0)
      c == m.chan[g]
  IN IF c.via = p THEN OnFence(m, p, x, c.at) ELSE Forward(m, p, c.via, x, c.at)

OnFence(n, p, x, at) ==
  IF n.owner = p /\ n.epoch = at THEN Deliver(n, x) ELSE Dispatch(n, p, at, [x EXCEPT !.g = at])

Dispatch(n, p, g, x) ==
  LET m == WithChannel(n, g)
      r == Route(m, p, g, x)
  IN IF m.chan[g].held # <<>> \/ m.chan[g].fence # 0 THEN Hold(m, g, x)
     ELSE IF r.went THEN r.n ELSE Hold(r.n, g, x)

\* The channels of what went back unreceived, and must not be overtaken by generation g.
GoingBefore(n, g) ==
  IF g < 0 \/ Flaw = "unreceived does not go first" THEN {}
  ELSE {h \in Channels(n) : h < 0 /\ EpochOf(g) <= -h}

\* Whether what is in these channels has gone where a message would go now.
HaveGone(n, p, gs) ==
  IF gs = {} THEN [ok |-> TRUE, n |-> n]
  ELSE LET g == FirstOf(gs)
           c == n.chan[g]
       IN IF c.fence # 0 \/ c.unsettled \/ c.held # <<>> THEN [ok |-> FALSE, n |-> n]
          ELSE IF ~CanGoTo(c, n.owner, n.epoch) THEN [ok |-> FALSE, n |-> SendFence(n, p, g)]
          ELSE HaveGone(n, p, gs \ {g})

\* Sends x on if it may go now; 'went' tells whether it did.
Route(n, p, g, x) ==
  IF n.owner = 0 \/ n.chan[g].unsettled \/ n.frozen \/ n.epoch < EpochOf(g)
  THEN [went |-> FALSE, n |-> n]
  ELSE LET u == HaveGone(n, p, GoingBefore(n, g))
           m == u.n
           c == m.chan[g]
       IN IF ~u.ok THEN [went |-> FALSE, n |-> m]
          ELSE IF x.kind = "way" /\ Current(m, x.s) = p /\ x.k = g THEN [went |-> TRUE, n |-> m]
          ELSE IF x.kind = "way"
          THEN IF IsOpen(c) THEN [went |-> FALSE, n |-> SendFence(m, p, g)]
               ELSE LET to == Current(m, x.s)
                        taken == [m EXCEPT !.chan[g] = GoVia(@, to, x.k)]
                    IN [went |-> TRUE,
                        n |-> InheritNext(SendFence(taken, p, g), p, {to}, Cardinality(Node))]
          ELSE IF ~CanGoTo(c, m.owner, m.epoch) /\ Flaw # "no fence"
          THEN [went |-> FALSE, n |-> SendFence(m, p, g)]
          ELSE [went |-> TRUE,
                n |-> IF m.owner = p THEN Deliver(m, [x EXCEPT !.g = g])
                      ELSE Forward([m EXCEPT !.chan[g] = GoVia(@, m.owner, m.epoch)],
                                   p, m.owner, [x EXCEPT !.g = g], m.epoch)]

Flush(n, p, g) ==
  IF n.chan[g].held = <<>> \/ n.chan[g].fence # 0 THEN n
  ELSE LET x == Head(n.chan[g].held)
           r == Route([n EXCEPT !.chan[g].held = Tail(@)], p, g, x)
       IN IF r.went THEN Flush(r.n, p, g)
          ELSE [r.n EXCEPT !.chan[g].held = <<x>> \o @]

FlushAll(n, p, gs) ==
  IF gs = {} THEN n ELSE LET g == FirstOf(gs) IN FlushAll(Flush(n, p, g), p, gs \ {g})
OnOwnersChanged(n, p) == FlushAll(n, p, Channels(n))

OnCleared(n, p, g) == IF g < 0 THEN OnOwnersChanged(n, p) ELSE Flush(n, p, g)

ClearWay(n, p, g) == OnCleared([n EXCEPT !.chan[g] = Forget(@)], p, g)

Proceed(n, p, g) == IF n.chan[g].fence # 0 THEN SendFence(n, p, g) ELSE OnCleared(n, p, g)

-------------------------------------------------------------------------------
(* Fences that come back, and what becomes of ways.                          *)

\* A fence of p, number id, has reached q; 'at' is 0, or the epoch at which messages may
\* wait there to be received.
OnFenceAck(n, p, id, q, at) ==
  LET gs == {g \in Channels(n) : n.chan[g].fence = id}
  IN IF gs = {} THEN n
     ELSE LET g == CHOOSE g \in gs : TRUE
          IN IF at = 0 THEN ClearWay(n, p, g)
             ELSE OnCleared([n EXCEPT !.chan[g].via = q, !.chan[g].at = at, !.chan[g].fence = 0,
                                      !.chan[g].arrived = TRUE, !.chan[g].unsettled = FALSE], p, g)

\* A fence has its turn among the messages: it cannot wait until they are received.
OnReached(n, p, x) ==
  IF x.s = p THEN OnFenceAck(n, p, x.k, p, 0)
  ELSE LET to == Current(n, x.s)
       IN IF to = p \/ to \in n.closed \cup n.left THEN n
          ELSE [n EXCEPT !.acks = @ \cup
                 {[to |-> to, s |-> x.s, id |-> x.k,
                   at |-> IF n.box = <<>> \/ Flaw = "acknowledged as received" THEN 0 ELSE n.epoch]}]

\* Ends each step: what is about to be delivered is.
RECURSIVE Drain(_, _)
Drain(n, p) ==
  IF n.inbox = <<>> THEN DropIdle(n)
  ELSE LET x == Head(n.inbox)
           m == [n EXCEPT !.inbox = Tail(@)]
       IN IF x.kind = "fence" THEN Drain(OnReached(m, p, x), p)
          ELSE Drain([m EXCEPT !.box = Append(@, [x EXCEPT !.g = 0, !.at = 0])], p)

\* What went through q is with r now; r = 0: nothing is under way through q any more.
RECURSIVE ChangeWayOf(_, _, _, _, _)
ChangeWayOf(n, p, q, r, gs) ==
  IF gs = {} THEN n
  ELSE LET g == FirstOf(gs)
           m == [n EXCEPT !.chan[g].via = r, !.chan[g].unsettled = FALSE]
       IN ChangeWayOf(
            IF n.chan[g].via # q THEN n
            ELSE IF r = 0 THEN ClearWay(n, p, g)
            ELSE IF r = p THEN SendFence(m, p, g) ELSE Proceed(m, p, g),
            p, q, r, gs \ {g})
ChangeWay(n, p, q, r) == ChangeWayOf(n, p, q, r, Channels(n))

\* The way of those left behind that the messages of a channel may have taken.
FollowedBy(way, c) == way.g = c.at \/ (way.g < 0 /\ EpochOf(c.at) <= -way.g)
LeadsFurther(way, than) ==
  \/ way.g > 0
  \/ than.g < 0 /\ EpochOf(way.at) > EpochOf(than.at)
  \/ than.g < 0 /\ EpochOf(way.at) = EpochOf(than.at) /\ way.g >= than.g
NoWay == [g |-> 0, via |-> 0, at |-> 0]
Followed(ways, c) ==
  LET all == {w \in ways : FollowedBy(w, c)}
  IN IF all = {} THEN NoWay ELSE CHOOSE w \in all : \A x \in all : LeadsFurther(w, x)

\* A node q has left for good: what went through it is on one of the ways it left behind.
InheritFrom(n, p, q, ways, keepers, gs, next) ==
  IF gs = {}
  THEN InheritNext(n, p, next, keepers - 1)
  ELSE LET g == FirstOf(gs)
           rest == gs \ {g}
           c == n.chan[g]
           w == Followed(ways, c)
           to == IF Flaw = "a succeeded name" THEN w.via ELSE Current(n, w.via)
           m == [n EXCEPT !.chan[g] = GoVia(@, to, w.at)]
       IN IF c.via # q \/ c.unsettled THEN InheritFrom(n, p, q, ways, keepers, rest, next)
          ELSE IF w = NoWay \/ (w.via = p /\ ((n.owner = p /\ n.epoch = w.at) \/ EpochOf(w.at) > n.epoch))
                \/ Flaw = "ways are clear"
          THEN InheritFrom(ClearWay(n, p, g), p, q, ways, keepers, rest, next)
          ELSE IF \/ EpochOf(w.at) > EpochOf(c.at)
                  \/ EpochOf(w.at) = EpochOf(c.at) /\ keepers > 0
          THEN InheritFrom(IF to = p THEN SendFence(m, p, g) ELSE Proceed(m, p, g),
                           p, q, ways, keepers, rest, next \cup {to})
          ELSE InheritFrom(n, p, q, ways, keepers, rest, next)

InheritNext(n, p, next, keepers) ==
  LET gone == {q \in next : n.behind[q].told}
  IN IF gone = {} THEN n
     ELSE LET q == CHOOSE q \in gone : TRUE
          IN InheritNext(InheritFrom(n, p, q, n.behind[q].ways, keepers, Channels(n), {}),
                         p, next \ {q}, keepers)

Inherit(n, p, q, ways, keepers) == InheritFrom(n, p, q, ways, keepers, Channels(n), {})

\* Forgets ways through a tenure that another node has taken over.
Abandon(n, q, epoch) ==
  [n EXCEPT !.chan = [g \in Channels(n) |->
     IF n.chan[g].via = q /\ n.chan[g].at = epoch THEN Forget(n.chan[g]) ELSE n.chan[g]]]

-------------------------------------------------------------------------------
(* Messages that come back, and those that others keep.                      *)

\* What was sent or delivered earlier, but not taken, goes in front of what is held.
RECURSIVE HoldFirst(_, _, _)
HoldFirst(n, p, items) ==
  IF items = <<>> THEN n
  ELSE LET x == items[Len(items)]
           rest == SubSeq(items, 1, Len(items) - 1)
       IN IF x.kind = "fence" /\ x.s = p /\ x.g = Own THEN HoldFirst(n, p, rest)
          ELSE HoldFirst([WithChannel(n, x.g) EXCEPT !.chan[x.g].held = <<x>> \o @], p, rest)
PutBack(n, p, items) == OnOwnersChanged(HoldFirst(n, p, items), p)

\* What p has delivered and the application has not received, when epoch is released.
Unreceived(box, epoch) == [i \in 1..Len(box) |-> [box[i] EXCEPT !.g = -epoch]]

HoldsAny(n) == \E g \in Channels(n) : n.chan[g].held # <<>>
HasUnderWay(n) == \E g \in Channels(n) : IsUnderWay(n.chan[g])
WaysForOthers(n) ==
  {[g |-> g, via |-> n.chan[g].via, at |-> n.chan[g].at] :
     g \in {h \in Channels(n) : h # Own /\ IsOpen(n.chan[h])}}

\* Gives what waits for an owner into the keeping of k, each channel in a line of its own, behind
\* marks of the ways that must be clear before it may go on.
RECURSIVE GiveFrom(_, _, _, _, _), ForwardAll(_, _, _, _, _), Mark(_, _, _, _, _, _)
ForwardAll(n, p, k, items, at) ==
  IF items = <<>> THEN n
  ELSE ForwardAll(Forward(n, p, k, Head(items), at), p, k, Tail(items), at)
Mark(n, p, k, g, gs, line) ==
  IF gs = {} \/ Flaw = "no way mark" THEN n
  ELSE LET h == FirstOf(gs)
           c == n.chan[h]
           marks == IsOpen(c) /\ ~(c.via = k /\ c.at = line)
           m == IF marks THEN Forward(n, p, k, Item("way", c.via, c.at, g, 0), line) ELSE n
       IN Mark(m, p, k, g, gs \ {h}, line)
GiveFrom(n, p, k, epoch, gs) ==
  IF gs = {} THEN n
  ELSE LET g == FirstOf(gs)
           line == LineOf(p, g, epoch)
           marked == Mark(n, p, k, g, GoingBefore(n, g) \cup {g}, line)
           m == [marked EXCEPT !.chan[g] =
                  [GoVia(@, k, line) EXCEPT !.fence = 0, !.unsettled = FALSE, !.held = <<>>]]
       IN GiveFrom(ForwardAll(m, p, k, n.chan[g].held, line), p, k, epoch, gs \ {g})
GiveTo(n, p, k) ==
  GiveFrom(n, p, k,
           Max({1, n.epoch} \cup UNION {{EpochOf(g), EpochOf(n.chan[g].at)} : g \in Channels(n)}),
           {g \in Channels(n) : n.chan[g].held # <<>>})

===============================================================================
