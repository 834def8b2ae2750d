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

Step == Traces[t].steps[i]
Steps == Len(Traces[t].steps)

\* For the configuration: as many nodes as the longest trace has.
TraceNode == 1..(CHOOSE k \in {Len(Traces[j].first) : j \in DOMAIN Traces} :
                   \A j \in DOMAIN Traces : Len(Traces[j].first) <= k)
TraceSize == 2147483647

TraceInit ==
  /\ t \in DOMAIN Traces
  /\ i = 1
  /\ assumed = {}
  /\ InitWith([p \in Node |-> IF p <= Len(Traces[t].first) THEN Traces[t].first[p] ELSE Empty])

node == Step[1]
peer == Step[3]
init == Step[4]
number == Step[5]
range == <<Step[6], Step[7]>>

Handled == {m \in msgs : m.from = peer /\ m.init = init /\ m.n = number}
OwnTx == tx[node].peer = peer /\ tx[node].init = init /\ tx[node].n = number
OwnAttempt == init = node /\ n[node] = number
OwnDoubts == {d \in doubt[node] : d.init = init /\ d.n = number}

\* A source in doubt asks its sink, perhaps several times; the answers, of which all but
\* the first change nothing, are no messages of Migration: see OnAsk there.
Answered(type) == {m \in {Msg(type, peer, node, init, number, Empty)} : m \in msgs \/ ~InTx(node, m)}

\* Ownership records are seen late: whoever had it then may have given it on.
SeenOwner == <<init, number>> \in assumed

\* The person may also know that the sink died with what it had got.
DeadSink(d) == status[d.peer] = "crashed" /\ \A q \in Up : ~Overlap(I[q], d.S)

Action ==
  CASE Step[2] = "BeginTransaction" ->
         init = node /\ range[1] < Traces[t].size /\ BeginTransaction(node, range[1], number)
    [] Step[2] = "OnQuery" -> \E m \in Handled : OnQuery(node, m)
    [] Step[2] = "OnLockYouFirst" -> \E m \in Handled : OnLockYouFirst(node, m)
    [] Step[2] = "OnLock2" -> \E m \in Handled : OnLock2(node, m)
    [] Step[2] = "OnFail1" -> \E m \in Handled : OnFail1(node, m)
    [] Step[2] = "OnFail2" -> \E m \in Handled : OnFail2(node, m)
    [] Step[2] = "OnOk1" -> \E m \in Handled : OnOk1(node, m)
    [] Step[2] = "OnOk2" -> \E m \in Handled : OnOk2(node, m)
    [] Step[2] = "OnCleanup" -> \E m \in Handled : OnCleanup(node, m)
    [] Step[2] = "OnCleanupAck" -> \E m \in Handled : OnCleanupAck(node, m)
    [] Step[2] = "OnAttemptTimeout" -> OwnAttempt /\ OnAttemptTimeout(node)
    [] Step[2] = "GiveUpTransaction" -> OwnTx /\ GiveUpTransaction(node)
    [] Step[2] = "SendTake" -> OwnTx /\ SendTake(node)
    [] Step[2] = "OnTake" -> \E m \in Handled : OnTake(node, m)
    [] Step[2] = "AnswerNothing" -> OwnTx /\ AnswerNothing(node)
    [] Step[2] = "OnNothing" -> \E m \in Handled : OnNothing(node, m)
    [] Step[2] = "StartTransfer" -> OwnTx /\ StartTransfer(node, range)
    [] Step[2] = "OnOffer" -> \E m \in Handled : OnOffer(node, m)
    [] Step[2] = "Release" -> OwnTx /\ Release(node)
    [] Step[2] = "SendHandover" -> OwnTx /\ SendHandover(node)
    [] Step[2] = "OnHandover" -> \E m \in Handled : OnHandover(node, m)
    [] Step[2] = "OnAssumed" -> \E m \in Answered("assumed") :
         <<init, number>> \in assumed /\ OnAssumed(node, m)
    [] Step[2] = "Decline" -> OwnTx /\ Decline(node)
    [] Step[2] = "OnDeclined" -> \E m \in Answered("declined") :
         <<init, number>> \notin assumed /\ h[peer] # <<init, number>> /\ OnDeclined(node, m)
    [] Step[2] = "Abort" -> OwnTx /\ Abort(node)
    [] Step[2] = "OnAbort" -> \E m \in Handled : OnAbort(node, m)
    [] Step[2] = "OnGone" -> OnGone(node, peer)
    [] Step[2] = "OnOwnerSeen" -> SeenOwner /\ \E d \in OwnDoubts : DropDoubt(node, d)
    [] Step[2] = "Reclaim" -> \E d \in OwnDoubts : DeadSink(d) /\ TakeBack(node, d)
    [] Step[2] = "Leave" -> Leave(node)
    [] Step[2] = "Crash" -> CrashLosing(node, {})   \* what is lost is just never handled
    [] OTHER -> FALSE

StateAfter ==
  Step[2] \notin {"Leave", "Crash"} =>
    /\ s'[node] = Step[8]
    /\ h'[node] = <<Step[9], Step[10]>>
    /\ l'[node] = Step[11]
    /\ I'[node] = <<Step[12], Step[13]>>

Follow == Action /\ StateAfter

TraceNext ==
  \/ /\ i <= Steps /\ Follow
     /\ i' = i + 1
     /\ assumed' = IF Step[2] = "OnHandover" /\ I'[node] # I[node]
                   THEN assumed \cup {<<init, number>>} ELSE assumed
     /\ UNCHANGED t
  \/ i > Steps /\ UNCHANGED <<vars, t, i, assumed>>

===============================================================================
