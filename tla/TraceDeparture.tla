----------------------------- MODULE TraceDeparture -----------------------------
(***************************************************************************)
(* Checks that what nodes did in a simulated world with one virtual node   *)
(* is a behaviour of Departure.  A run writes its steps into a module      *)
(* Traces:                                                                 *)
(*                                                                         *)
(*   ---- MODULE Traces ----                                               *)
(*   EXTENDS Integers                                                      *)
(*   Trace1 == [nodes |-> 3, epochs |-> 4, steps |-> <<                    *)
(*   <<2,"Assume",0,0,2,2,0,{}>>, <<1,"Hear",2,1,2,2,0,{}>>,               *)
(*   <<1,"Send",0,0,2,1,0,{<<0,2,1>>}>>, ... >>]                           *)
(*   Lines == {<<1,-4,1203>>, <<1,-3,17>>, ... }                           *)
(*   Traces == << Trace1, ... >>                                           *)
(*   ====                                                                  *)
(*                                                                         *)
(* nodes   the names are 1..nodes;   epochs   the highest one;             *)
(* steps   in the order in which they happened, each a tuple               *)
(*                                                                         *)
(*   <<node, action, peer, number, owner, epoch, waiting, ways>>           *)
(*                                                                         *)
(* node, action   where, and which action of Departure                     *)
(* peer           whose message, record or acknowledgement it is, or which *)
(*                keeper; Receive: whose stream                            *)
(* number         Hear: which record of the peer; Receive: which message;  *)
(*                OnAck: 1000 times the fence's number, and the epoch      *)
(* owner, epoch   what the node knows afterwards,                          *)
(* waiting, ways  how many messages, fences and marks it holds, and which  *)
(*                ways are open, as <<generation, via, epoch>>.            *)
(*                Not looked at after Leave                                *)
(*                                                                         *)
(* Lines   for each node and each generation that a channel may have, the  *)
(*         number that the code draws for the line of that channel         *)
(*                                                                         *)
(* Each step has one outcome, or TLC would see a deadlock where it goes    *)
(* another way than the code.  Tend repeats all fences that are out, and   *)
(* sends one along each way of others' messages.  Leave is the end of a    *)
(* leave for good, with the last record: there, peers hear of it by that.  *)
(*                                                                         *)
(* A trace that is no behaviour ends in a deadlock (TLC's exit code 11);   *)
(* t and i of the last state tell which, and at which step.                *)
(***************************************************************************)
EXTENDS Departure, Traces

VARIABLES
  t,        \* the trace that is followed
  i         \* the step that comes next

Steps == Len(Traces[t].steps)

\* For the configuration: as many nodes and epochs as any trace has.
MostNodes == Max({Traces[j].nodes : j \in DOMAIN Traces})
MostEpochs == 1 + Max({Traces[j].epochs : j \in DOMAIN Traces})
TraceNode == 1..MostNodes
TraceLineNumber(p, g) == (CHOOSE l \in Lines : l[1] = p /\ l[2] = g)[3]

TraceInit ==
  /\ t \in DOMAIN Traces
  /\ i = 1
  /\ nd = [p \in Node |-> [Fresh(p) EXCEPT !.epoch = 0, !.heard = [q \in Node |-> 0]]]
  /\ rec = [p \in Node |-> <<>>]
  /\ token = 0 /\ cut = {} /\ cuts = {} /\ said = {} /\ quiet = FALSE
  /\ root = [p \in Node |-> p]
  /\ sent = [p \in Senders |-> 0]
  /\ taken = [p \in Senders |-> <<>>]

Unowned == UNCHANGED <<rec, token, cut, cuts, root, sent, taken, quiet>>

\* The first to assume has no token.  What waits for a first owner is kept at epoch 1.
AssumeFirst(p) ==
  /\ nd[p].st = "up"
  /\ Claim(p, 1 + Max({1, token, nd[p].epoch}), Nobody)
  /\ token' = 0
  /\ UNCHANGED <<cut, cuts, root, sent, taken, quiet>>

\* Fences that were out for long are repeated; ways of others' messages are fenced.
RECURSIVE TendFrom(_, _, _)
TendFrom(n, p, gs) ==
  IF gs = {} THEN n
  ELSE LET g == FirstOf(gs)
           c == n.chan[g]
           x == Item("fence", p, c.fence, Own, 0)
       IN TendFrom(
            IF c.fence = 0 THEN SendFence(n, p, g)
            ELSE IF c.via = p THEN OnFence(n, p, x, c.at) ELSE Forward(n, p, c.via, x, c.at),
            p, gs \ {g})
TendAll(p) ==
  /\ Become(p, TendFrom(nd[p], p, {g \in Channels(nd[p]) :
                                     /\ IsOpen(nd[p].chan[g])
                                     /\ g # Own \/ nd[p].chan[g].fence # 0}))
  /\ Unowned

Leave(p) ==
  /\ nd[p].st = "up" /\ ~HoldsAny(nd[p])
  /\ LET n == Told([nd[p] EXCEPT !.st = "gone", !.frozen = TRUE, !.ways = WaysForOthers(nd[p])], p)
     IN Tell(p, n) /\ nd' = [nd EXCEPT ![p] = n]
  /\ UNCHANGED <<token, cut, cuts, root, sent, taken, said, quiet>>

Action(action, p, peer, number) ==
  CASE action = "Send" -> Send(p)
    [] action = "Arrive" -> Arrive(p, peer)
    [] action = "OnAck" ->
         \* A repeated fence comes back several times; the set has its acknowledgement once.
         LET these == {b \in nd[peer].acks : b.to = p /\ b.id * 1000 + b.at = number}
         IN IF these # {} THEN \E a \in these : OnAck(p, peer, a)
            ELSE /\ \A g \in Channels(nd[p]) : nd[p].chan[g].fence # number \div 1000
                 /\ UNCHANGED vars
    [] action = "Hear" -> Hear(p, peer, number)
    [] action = "Receive" -> /\ nd[p].box # <<>>
                             /\ Head(nd[p].box).s = peer /\ Head(nd[p].box).k = number
                             /\ Receive(p)
    [] action = "Release" -> Release(p)
    [] action = "Assume" -> AssumeFirst(p)
    [] action = "SendFences" -> Become(p, SendAll(nd[p], p, Channels(nd[p]))) /\ Unowned
    [] action = "GiveToKeeper" -> Become(p, GiveTo(nd[p], p, peer)) /\ Unowned
    [] action = "Tend" -> TendAll(p)
    [] action = "Leave" -> Leave(p)
    [] OTHER -> FALSE

StateAfter(r, p) ==
  r[2] # "Leave" =>
    /\ nd'[p].owner = r[5] /\ nd'[p].epoch = r[6]
    /\ r[7] = Sum([g \in Channels(nd'[p]) |-> Len(nd'[p].chan[g].held)], Channels(nd'[p]))
    /\ r[8] = {<<g, nd'[p].chan[g].via, nd'[p].chan[g].at>> :
                 g \in {h \in Channels(nd'[p]) : IsOpen(nd'[p].chan[h])}}

Follow(r) == Action(r[2], r[1], r[3], r[4]) /\ StateAfter(r, r[1])

TraceNext ==
  \/ i <= Steps /\ (\E r \in {Traces[t].steps[i]} : Follow(r)) /\ i' = i + 1 /\ UNCHANGED t
  \/ i > Steps /\ UNCHANGED <<vars, t, i>>

===============================================================================
