---------------------------- MODULE TraceMigration ----------------------------
(***************************************************************************)
(* Checks that what nodes did in the simulator is a behaviour of           *)
(* Migration.  A run writes its protocol steps into a module Traces:       *)
(*                                                                         *)
(*   ---- MODULE Traces ----                                               *)
(*   EXTENDS Integers                                                      *)
(*   Trace1 == [size |-> 64, first |-> << <<0,64>>, <<0,0>> >>, steps |-> <<*)
(*   <<2,"BeginTransaction",0,2,1,17,18,"FREE",0,0,TRUE,0,0>>,             *)
(*   <<1,"OnQuery",2,2,1,0,0,"LOCKED",2,1,FALSE,0,64>>, ... >>]            *)
(*   Traces == << Trace1, ... >>                                           *)
(*   ====                                                                  *)
(*                                                                         *)
(* size   the virtual nodes are 0..size-1, below 2^31;                     *)
(* first  the interval that each node begins with, <<0,0>> if none; nodes  *)
(*        that join later are in it too.  A node's name is its place among *)
(*        all names of the trace, in order, from 1: order is what counts;  *)
(* steps  in the order in which they happened, each a tuple                *)
(*                                                                         *)
(*   <<node, action, peer, init, n, a, b, s, h, hn, l, Ia, Ib>>            *)
(*                                                                         *)
(* node, action   where, and which action of Migration                     *)
(* peer           who sent the message that was handled; else the other    *)
(*                side of the transaction; OnGone: who is gone; else 0     *)
(* init, n        whose attempt or transaction, and its number; else 0, 0  *)
(* a, b           BeginTransaction: v, v+1; StartTransfer: what is         *)
(*                offered; else 0, 0                                       *)
(* s, h, hn, l    the node's variables afterwards; h, hn: the holder and   *)
(* Ia, Ib         its attempt, 0, 0 if nobody; an empty interval is 0, 0.  *)
(*                Not looked at after Crash and Leave                      *)
(*                                                                         *)
(* Each message that is handled is a step, also one that is ignored.  It   *)
(* is tuples and not records because those take twice the time to parse.   *)
(*                                                                         *)
(* A trace that is no behaviour of Migration ends in a deadlock (TLC's     *)
(* exit code 11); t and i of the last state tell which, and at which step. *)
(***************************************************************************)
EXTENDS Migration, Sequences, TLC, Traces

VARIABLES
  t,        \* the trace that is followed
  i,        \* the step that comes next
  assumed   \* the transfers that have reached their sinks: what a sink remembers

Steps == Len(Traces[t].steps)

\* For the configuration: as many nodes as the longest trace has.  (TLC works out
\* MostNodes once, but what the configuration puts for a constant at each use.)
MostNodes == CHOOSE k \in {Len(Traces[j].first) : j \in DOMAIN Traces} :
               \A j \in DOMAIN Traces : Len(Traces[j].first) <= k
TraceNode == 1..MostNodes
TraceSize == 2147483647

TraceInit ==
  /\ t \in DOMAIN Traces
  /\ i = 1
  /\ assumed = {}
  /\ InitWith([p \in Node |-> IF p <= Len(Traces[t].first) THEN Traces[t].first[p] ELSE Empty])

(* A step is taken apart once, and its parts are passed down: TLC remembers  *)
(* the values of parameters, not those of definitions.                       *)

Handled(peer, init, k) == {m \in msgs : m.from = peer /\ m.init = init /\ m.n = k}

\* A source in doubt asks its sink, perhaps several times; the answers, of which all but
\* the first change nothing, are no messages of Migration: see OnAsk there.
Answered(p, type, peer, init, k) ==
  {m \in {Msg(type, peer, p, init, k, Empty)} : m \in msgs \/ ~InTx(p, m)}

\* The person who reclaims may also know that the sink died with what it had got.
DeadSink(d) == status[d.peer] = "crashed" /\ \A q \in Up : ~Overlap(I[q], d.S)

OnMessage(action, p, m) ==
  CASE action = "OnQuery" -> OnQuery(p, m)
    [] action = "OnLockYouFirst" -> OnLockYouFirst(p, m)
    [] action = "OnLock2" -> OnLock2(p, m)
    [] action = "OnFail1" -> OnFail1(p, m)
    [] action = "OnFail2" -> OnFail2(p, m)
    [] action = "OnOk1" -> OnOk1(p, m)
    [] action = "OnOk2" -> OnOk2(p, m)
    [] action = "OnCleanup" -> OnCleanup(p, m)
    [] action = "OnCleanupAck" -> OnCleanupAck(p, m)
    [] action = "OnTake" -> OnTake(p, m)
    [] action = "OnNothing" -> OnNothing(p, m)
    [] action = "OnOffer" -> OnOffer(p, m)
    [] action = "OnHandover" -> OnHandover(p, m)
    [] action = "OnAbort" -> OnAbort(p, m)

OnOwn(action, p, R) ==      \* a step of the transaction that p is in
  CASE action = "GiveUpTransaction" -> GiveUpTransaction(p)
    [] action = "SendTake" -> SendTake(p)
    [] action = "AnswerNothing" -> AnswerNothing(p)
    [] action = "StartTransfer" -> StartTransfer(p, R)
    [] action = "Release" -> Release(p)
    [] action = "SendHandover" -> SendHandover(p)
    [] action = "Decline" -> Decline(p)
    [] action = "Abort" -> Abort(p)

Action(action, p, peer, init, k, R) ==
  CASE action \in {"OnQuery", "OnLockYouFirst", "OnLock2", "OnFail1", "OnFail2", "OnOk1", "OnOk2",
                   "OnCleanup", "OnCleanupAck", "OnTake", "OnNothing", "OnOffer", "OnHandover",
                   "OnAbort"} ->
         \E m \in Handled(peer, init, k) : OnMessage(action, p, m)
    [] action \in {"GiveUpTransaction", "SendTake", "AnswerNothing", "StartTransfer", "Release",
                   "SendHandover", "Decline", "Abort"} ->
         tx[p].peer = peer /\ tx[p].init = init /\ tx[p].n = k /\ OnOwn(action, p, R)
    [] action = "BeginTransaction" ->
         init = p /\ R[1] < Traces[t].size /\ BeginTransaction(p, R[1], k)
    [] action = "OnAttemptTimeout" -> init = p /\ n[p] = k /\ OnAttemptTimeout(p)
    [] action = "OnAssumed" ->
         /\ <<init, k>> \in assumed
         /\ \E m \in Answered(p, "assumed", peer, init, k) : OnAssumed(p, m)
    [] action = "OnDeclined" ->
         /\ <<init, k>> \notin assumed /\ h[peer] # <<init, k>>
         /\ \E m \in Answered(p, "declined", peer, init, k) : OnDeclined(p, m)
    [] action = "OnGone" -> OnGone(p, peer)
    [] action \in {"OnOwnerSeen", "Reclaim"} ->
         \E d \in {x \in doubt[p] : x.init = init /\ x.n = k} :
           IF action = "Reclaim" THEN DeadSink(d) /\ TakeBack(p, d)
           ELSE <<init, k>> \in assumed /\ DropDoubt(p, d)  \* a record may be seen late
    [] action = "Leave" -> Leave(p)
    [] action = "Crash" -> CrashLosing(p, {})   \* what is lost is just never handled
    [] OTHER -> FALSE

StateAfter(r, p) ==
  r[2] \notin {"Leave", "Crash"} =>
    /\ s'[p] = r[8]
    /\ h'[p] = <<r[9], r[10]>>
    /\ l'[p] = r[11]
    /\ I'[p] = <<r[12], r[13]>>

Follow(r) ==
  /\ Action(r[2], r[1], r[3], r[4], r[5], <<r[6], r[7]>>)
  /\ StateAfter(r, r[1])
  /\ assumed' = IF r[2] = "OnHandover" /\ I'[r[1]] # I[r[1]]
                THEN assumed \cup {<<r[4], r[5]>>} ELSE assumed

TraceNext ==
  \/ i <= Steps /\ (\E r \in {Traces[t].steps[i]} : Follow(r)) /\ i' = i + 1 /\ UNCHANGED t
  \/ i > Steps /\ UNCHANGED <<vars, t, i, assumed>>

===============================================================================
