------------------------------- MODULE Routing --------------------------------
(***************************************************************************)
(* Routes to one destination over links that come, go and change their     *)
(* cost: DSDV with a feasibility condition, retractions, and requests for  *)
(* newer sequence numbers.  Routes to different destinations never meet,   *)
(* so one destination is enough.                                           *)
(*                                                                         *)
(* Source: C. Perkins, P. Bhagwat, "Highly Dynamic Destination-Sequenced   *)
(* Distance-Vector Routing", which section 5 of the Phoenix paper builds   *)
(* on; feasibility and requests as in Babel (RFC 8966, 3.5 and 3.8).       *)
(*                                                                         *)
(* Code: package io.phoenix.routing.dsdv.  OnNeighbourUp, OnNeighbourDown, *)
(* OnNeighbourCost, OnRoutes and OnSeqnoRequest are methods of Dsdv,       *)
(* Advertise is one of Destination, AskAndRetry one of Petitioner, Remove  *)
(* one of Dsdv.                                                            *)
(*                                                                         *)
(* Wider than the code: any feasible neighbour may be selected, at any     *)
(* change (the code prefers near ones, with hysteresis); news may wait for *)
(* any time (the code sends retractions at once).  Left out: departures in *)
(* order, of which nobody is asked again; improving a route that is there. *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
  Node,         \* names of nodes, positive
  Dest,         \* the destination
  Costs,        \* what a link may cost
  MaxChanges,   \* how often links come, go or change their cost
  Flaw          \* "none", or a mistake made on purpose: see Flaws

Flaws == {"none",
  "no feasibility",     \* any neighbour that offers a route is selected: plain distance vector
  "only selected",      \* the route that is selected now is compared, not the smallest advertised
  "forgets at once",    \* the feasibility distance is dropped as soon as there is no route
  "asks for nothing"}   \* nobody requests newer sequence numbers

ASSUME Node \subseteq Nat \ {0} /\ Dest \in Node /\ Costs \subseteq Nat \ {0} /\ Flaw \in Flaws

VARIABLES
  seqno,    \* the destination's own sequence number
  cost,     \* cost[p][q]: what the link costs that p has to q; 0 if it is down
  offer,    \* offer[p][q]: the distance that q has offered p last, or None
  ref,      \* ref[p][q]: the smallest of them since the link came up or q retracted
  via,      \* via[p]: the next hop of p; 0 if there is no route
  fd,       \* fd[p]: the feasibility distance of p: the smallest that it has ever advertised
  told,     \* told[p]: what all neighbours of p have been told last, or None
  wanted,   \* wanted[p]: the number that others ask p for, and have not been told; 0 if none
  wire,     \* wire[p][q]: what is under way from p to q, in order
  changes   \* how often the network has changed

vars == <<seqno, cost, offer, ref, via, fd, told, wanted, wire, changes>>

\* A distance: the newer its number, and then the smaller its metric, the smaller it is.
Distance(s, m) == [s |-> s, m |-> m]
None == Distance(0, 0)                  \* larger than all others
Smaller(a, b) == a.s > b.s \/ (a.s = b.s /\ a.m < b.m)

Up(p, q) == cost[p][q] # 0

TypeOK ==
  /\ seqno \in Nat \ {0}
  /\ \A p, q \in Node : /\ Up(p, q) <=> Up(q, p)
                        /\ offer[p][q] # None => Up(p, q)
                        /\ offer[p][q] = None <=> ref[p][q] = None
  /\ \A p \in Node : via[p] # 0 => offer[p][via[p]] # None

Init ==
  /\ seqno = 1
  /\ cost = [p \in Node |-> [q \in Node |-> 0]]
  /\ offer = [p \in Node |-> [q \in Node |-> None]]
  /\ ref = offer
  /\ via = [p \in Node |-> 0]
  /\ fd = [p \in Node |-> IF p = Dest THEN Distance(1, 0) ELSE None]
  /\ told = fd
  /\ wanted = [p \in Node |-> 0]
  /\ wire = [p \in Node |-> [q \in Node |-> <<>>]]
  /\ changes = 0

-------------------------------------------------------------------------------
(* A node.                                                                   *)

\* The distance of p along its route; None if it has none.
Own(p) == IF p = Dest THEN Distance(seqno, 0)
          ELSE IF via[p] = 0 THEN None
          ELSE Distance(offer[p][via[p]].s, offer[p][via[p]].m + cost[p][via[p]])

\* Feasibility.isFeasible: the condition that makes routing free of loops.
IsFeasible(p, r) ==
  CASE Flaw = "no feasibility" -> r # None
    [] Flaw = "only selected" -> r # None /\ (Own(p) = None \/ Smaller(r, Own(p)))
    [] OTHER -> r # None /\ Smaller(r, fd[p])

\* What p may select if its offers and references are o and r.
Choices(p, o, r) ==
  LET usable == {q \in Node : o[q] # None /\ IsFeasible(p, r[q])}
      kept == IF via[p] # 0 /\ o[via[p]] # None THEN {via[p]} ELSE {}
  IN IF p = Dest \/ usable \cup kept = {} THEN {0} ELSE usable \cup kept

\* q says x to p: an offer, or None for a retraction.
Heard(p, q, x) ==
  LET before == ref[p][q]
      o == [offer[p] EXCEPT ![q] = x]
      r == [ref[p] EXCEPT ![q] = IF x # None /\ before # None /\ before.s = x.s /\ before.m < x.m
                                 THEN before ELSE x]
  IN /\ offer' = [offer EXCEPT ![p] = o]
     /\ ref' = [ref EXCEPT ![p] = r]
     /\ \E next \in Choices(p, o, r) : via' = [via EXCEPT ![p] = next]

OnRoutes(p, q) ==
  /\ wire[q][p] # <<>> /\ Head(wire[q][p]).kind = "route"
  /\ Heard(p, q, Head(wire[q][p]).d)
  /\ wire' = [wire EXCEPT ![q][p] = Tail(@)]
  /\ UNCHANGED <<seqno, cost, fd, told, wanted, changes>>

\* All neighbours are told the same.  The feasibility distance falls in this step.
IsNews(p) ==
  \/ Own(p) = None /\ told[p] # None
  \/ Own(p) # None /\ told[p] = None
  \/ Own(p) # None /\ Own(p).m # told[p].m
  \/ Own(p) # None /\ Own(p).s # told[p].s /\ (p = Dest \/ wanted[p] \in 1..Own(p).s)

Route(d) == [kind |-> "route", d |-> d, s |-> 0]

Advertise(p) ==
  /\ IsNews(p)
  /\ LET d == Own(p)
     IN /\ told' = [told EXCEPT ![p] = d]
        /\ fd' = [fd EXCEPT ![p] = IF d # None /\ Smaller(d, @) THEN d ELSE @]
        /\ wanted' = [wanted EXCEPT ![p] = IF @ <= d.s THEN 0 ELSE @]
        /\ wire' = [wire EXCEPT ![p] = [q \in Node |->
                     IF Up(p, q) THEN Append(@[q], Route(d)) ELSE @[q]]]
  /\ UNCHANGED <<seqno, cost, offer, ref, via, changes>>

-------------------------------------------------------------------------------
(* Newer numbers.  A request goes from neighbour to neighbour along what     *)
(* they offer, feasible or not, to the destination.                          *)

Request(s) == [kind |-> "request", d |-> None, s |-> s]

Nearest(p, except) ==
  LET offering == {q \in Node \ except : offer[p][q] # None}
      far(q) == offer[p][q].m + cost[p][q]
  IN {q \in offering : \A o \in offering : far(q) <= far(o)}

IsAsking(p) == \E q \in Node : \E i \in 1..Len(wire[p][q]) : wire[p][q][i].kind = "request"

\* p has no route, since all that are offered are infeasible.
AskAndRetry(p) ==
  /\ Flaw # "asks for nothing"
  /\ p # Dest /\ via[p] = 0 /\ ~IsAsking(p)
  /\ \E q \in Nearest(p, {}) :
       wire' = [wire EXCEPT ![p][q] = Append(@, Request(fd[p].s + 1))]
  /\ UNCHANGED <<seqno, cost, offer, ref, via, fd, told, wanted, changes>>

OnSeqnoRequest(p, q) ==
  /\ wire[q][p] # <<>> /\ Head(wire[q][p]).kind = "request"
  /\ LET s == Head(wire[q][p]).s
         next == IF via[p] \notin {0, q} THEN {via[p]} ELSE Nearest(p, {q})
         rest == [wire EXCEPT ![q][p] = Tail(@)]
     IN IF p = Dest
        THEN /\ seqno' = IF s > seqno THEN seqno + 1 ELSE seqno
             /\ fd' = [fd EXCEPT ![p] = Distance(seqno', 0)]
             /\ wire' = rest
             /\ UNCHANGED wanted
        ELSE /\ UNCHANGED <<seqno, fd>>
             /\ wanted' = [wanted EXCEPT ![p] = IF s > @ THEN s ELSE @]
             /\ IF Own(p).s >= s \/ next = {} \/ IsAsking(p)
                THEN wire' = rest
                ELSE \E n \in next : wire' = [rest EXCEPT ![p][n] = Append(@, Request(s))]
  /\ UNCHANGED <<cost, offer, ref, via, told, changes>>

-------------------------------------------------------------------------------
(* Forgetting.  The code waits for so long that a retraction has reached     *)
(* everybody, and all that followed from it has been said: otherwise two     *)
(* nodes could offer each other, again and again, what is left of a route    *)
(* that is gone (seen with TLC: metrics grow for ever).                      *)

IsAtRest == \A p, q \in Node :
  /\ ~IsNews(p)
  /\ \A i \in 1..Len(wire[p][q]) : wire[p][q][i].kind # "route"

Remove(p) ==
  /\ p # Dest /\ via[p] = 0 /\ fd[p] # None
  /\ \A q \in Node : offer[p][q] = None
  /\ Flaw = "forgets at once" \/ IsAtRest
  /\ fd' = [fd EXCEPT ![p] = None]
  /\ wanted' = [wanted EXCEPT ![p] = 0]
  /\ UNCHANGED <<seqno, cost, offer, ref, via, told, wire, changes>>

-------------------------------------------------------------------------------
(* The network.                                                              *)

Change == changes < MaxChanges /\ changes' = changes + 1

\* A new neighbour is told what all others have been told.
OnNeighbourUp(p, q, c) ==
  /\ p < q /\ ~Up(p, q) /\ Change
  /\ cost' = [cost EXCEPT ![p][q] = c, ![q][p] = c]
  /\ wire' = [wire EXCEPT ![p][q] = IF told[p] = None THEN <<>> ELSE <<Route(told[p])>>,
                          ![q][p] = IF told[q] = None THEN <<>> ELSE <<Route(told[q])>>]
  /\ UNCHANGED <<seqno, offer, ref, via, fd, told, wanted>>

\* What is under way is lost, and both ends choose anew.
OnNeighbourDown(p, q) ==
  /\ p < q /\ Up(p, q) /\ Change
  /\ cost' = [cost EXCEPT ![p][q] = 0, ![q][p] = 0]
  /\ wire' = [wire EXCEPT ![p][q] = <<>>, ![q][p] = <<>>]
  /\ LET lost(a, b, at) == [at[a] EXCEPT ![b] = None]
     IN /\ offer' = [offer EXCEPT ![p] = lost(p, q, offer), ![q] = lost(q, p, offer)]
        /\ ref' = [ref EXCEPT ![p] = lost(p, q, ref), ![q] = lost(q, p, ref)]
        /\ \E a \in Choices(p, lost(p, q, offer), lost(p, q, ref)) :
           \E b \in Choices(q, lost(q, p, offer), lost(q, p, ref)) :
             via' = [via EXCEPT ![p] = a, ![q] = b]
  /\ UNCHANGED <<seqno, fd, told, wanted>>

\* Each end measures for itself.
OnNeighbourCost(p, q, c) ==
  /\ Up(p, q) /\ cost[p][q] # c /\ Change
  /\ cost' = [cost EXCEPT ![p][q] = c]
  /\ \E a \in Choices(p, offer[p], ref[p]) : via' = [via EXCEPT ![p] = a]
  /\ UNCHANGED <<seqno, offer, ref, fd, told, wanted, wire>>

-------------------------------------------------------------------------------
System == \E p \in Node :
  \/ \E q \in Node : OnRoutes(p, q) \/ OnSeqnoRequest(p, q)
  \/ Advertise(p) \/ AskAndRetry(p) \/ Remove(p)

Environment == \E p, q \in Node :
  \/ OnNeighbourDown(p, q)
  \/ \E c \in Costs : OnNeighbourUp(p, q, c) \/ OnNeighbourCost(p, q, c)

Next == System \/ Environment

Spec == Init /\ [][Next]_vars

\* Requests are repeated for ever where they do not help, so each step needs its own.
FairSpec ==
  /\ Spec
  /\ \A p \in Node :
       /\ WF_vars(Advertise(p)) /\ WF_vars(AskAndRetry(p))
       /\ \A q \in Node : WF_vars(OnRoutes(p, q)) /\ WF_vars(OnSeqnoRequest(p, q))

-------------------------------------------------------------------------------
(* Safety.                                                                   *)

\* Following next hops never leads back: at no instant, whatever is under way.
RECURSIVE Chain(_, _)
Chain(p, seen) == IF p = 0 THEN TRUE
                  ELSE IF p \in seen THEN FALSE
                  ELSE Chain(via[p], seen \cup {p})
NoLoop == \A p \in Node : Chain(p, {})

\* Why: the feasibility distance falls strictly along every chain of next hops.
Falls == \A p \in Node : via[p] # 0 =>
  LET r == ref[p][via[p]]
  IN /\ Smaller(r, fd[p])
     /\ r = fd[via[p]] \/ Smaller(fd[via[p]], r)

-------------------------------------------------------------------------------
(* Liveness: once the network is at rest, who is connected has a route, and  *)
(* who is not has none.                                                      *)

RECURSIVE Reached(_)
Reached(set) ==
  LET more == {q \in Node : \E p \in set : Up(p, q)}
  IN IF more \subseteq set THEN set ELSE Reached(set \cup more)

Routed == \A p \in Node \ {Dest} : via[p] # 0 <=> p \in Reached({Dest})
Converges == <>[]Routed

-------------------------------------------------------------------------------
(***************************************************************************)
(* What TLC found: see tla/README.md.                                      *)
(***************************************************************************)

===============================================================================
