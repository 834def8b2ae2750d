------------------------------ MODULE Migration ------------------------------
(***************************************************************************)
(* How an interval of virtual nodes moves from one node to another: the    *)
(* locking protocol, and the transfer once both locks are held.            *)
(*                                                                         *)
(* Source: K. Taura, T. Endo, K. Kaneda, A. Yonezawa, "Phoenix: a Parallel *)
(* Programming Model for Accommodating Dynamically Joining/Leaving         *)
(* Resources", sections 3.5 and 3.6.  "l.n" is line n of its Figures 1-3.  *)
(* "Departs" marks what differs from the figures, and says why.            *)
(*                                                                         *)
(* Code: package io.phoenix.migration.  An action is called as the Java    *)
(* method that does it, and is as atomic as that: one event of one node.   *)
(*                                                                         *)
(* Messages are delivered exactly once and in any order, as far as this    *)
(* specification knows: the overlay's order per sender and name is relied  *)
(* upon only where LaneInOrder says so.  A message to a virtual node       *)
(* reaches whoever assumes it at that moment, and waits while nobody does. *)
(* State is not modelled: its chunks travel between offer and handover in  *)
(* the same lane, and change none of the variables below.                  *)
(***************************************************************************)
EXTENDS Integers, FiniteSets

CONSTANTS
  Node,         \* names of nodes: positive integers, for the order counts
  Size,         \* the virtual nodes are 0..Size-1 (V in the paper)
  Firsts,       \* the intervals with which it may begin: functions as I
  Attempts,     \* numbers for attempts; bounds those of one node under way at once
  Initiators,   \* nodes that begin transactions of their own
  Leavers,      \* nodes that may leave for good
  MaxCrashes,   \* how many nodes may crash
  Impatient,    \* TRUE: attempts time out, and nodes give up peers that are alive
  Cancels,      \* TRUE: either side may call a transfer off
  Flaw          \* "none", or a mistake made on purpose: see Flaws

Flaws == {"none",
  "no order",       \* whoever is asked grants its lock, whatever the names
  "line 64",        \* cleanup also clears l of the node that granted, as printed
  "lock2 to name",  \* lock2 goes to a resource name, as printed in l.36
  "eager unlock",   \* the sink is unlocked before the interval has arrived
  "reclaim"}        \* a source takes back what it handed to a sink that is gone

ASSUME /\ Node \subseteq Nat \ {0}
       /\ Size \in Nat \ {0}
       /\ Flaw \in Flaws

VARIABLES
  s,        \* s[p]: lock state of p, FREE or LOCKED (l.2)
  h,        \* h[p]: who holds p's lock, with the number of its attempt (l.3)
  I,        \* I[p]: the interval that p assumes, <<a, b>> without b (l.4)
  l,        \* l[p]: an attempt of p is under way (l.5)
  n,        \* n[p]: its number, 0 if none
  intent,   \* intent[p]: what it is for; adjacency "as intended" (l.34, l.54)
  tx,       \* tx[p]: the transaction that p takes part in, or NoTx
  doubt,    \* doubt[p]: what p handed over to nodes that are gone: theirs or its own
  status,   \* status[p]: up, left (for good) or crashed
  msgs      \* the messages under way

vars == <<s, h, I, l, n, intent, tx, doubt, status, msgs>>
locks == <<s, h>>
attempt == <<l, n, intent>>

-------------------------------------------------------------------------------
(* Intervals, as pairs, so that a trace with a large space costs nothing.    *)

Empty == <<0, 0>>
Pair(a, b) == IF a < b THEN <<a, b>> ELSE Empty
Length(J) == J[2] - J[1]
IsLeftOf(J, K) == J # Empty /\ K # Empty /\ J[2] = K[1]
Adjacent(J, K) == IsLeftOf(J, K) \/ IsLeftOf(K, J)
Within(v, J) == J[1] <= v /\ v < J[2]
Overlap(J, K) == J[1] < K[2] /\ K[1] < J[2]
Union(J, K) ==          \* of adjacent ones
  IF J = Empty THEN K ELSE
  Pair(IF J[1] < K[1] THEN J[1] ELSE K[1], IF J[2] > K[2] THEN J[2] ELSE K[2])
Minus(J, K) ==          \* K is at an end of J
  IF K[1] = J[1] THEN Pair(K[2], J[2]) ELSE Pair(J[1], K[1])
Intervals == {J \in (0..Size) \X (0..Size) : J[1] < J[2]} \cup {Empty}

-------------------------------------------------------------------------------
(* Records.  An attempt, and the transaction that it becomes, is known by    *)
(* its initiator and the number that the initiator gave it.                  *)

Nobody == <<0, 0>>
NoTx == [phase |-> "none", init |-> 0, n |-> 0, peer |-> 0, S |-> Empty]

Phases == {
  "none",
  "deciding",   \* initiator: holds both locks (S: the peer's interval)
  "taking",     \* initiator: has asked the peer to give
  "giving",     \* peer: is asked to give (S: the initiator's interval)
  "offered",    \* source: has offered S, and still assumes it
  "released",   \* source: nobody assumes S; its state is on its way
  "handed",     \* source: has sent the token after the state
  "staging"}    \* sink: takes in the state of S, without assuming it

Source == {"offered", "released", "handed"}

Msg(type, from, to, init, k, S) ==
  [type |-> type, from |-> from, to |-> to, init |-> init, n |-> k, S |-> S]

ToVirtual == IF Flaw = "lock2 to name" THEN {"query"} ELSE {"query", "lock2"}
ToInitiator == {"lock_you_first", "ok1", "ok2", "fail1", "fail2", "cleanup_ack"}
Transfer == {"take", "nothing", "offer", "handover", "abort", "assumed", "declined"}
Types == {"query", "lock2", "cleanup"} \cup ToInitiator \cup Transfer

Reaches(m, p) ==
  /\ status[p] = "up"
  /\ IF m.type \in ToVirtual THEN Within(m.to, I[p]) ELSE m.to = p

\* The messages of one transfer from source to sink share a lane of the overlay.
LaneInOrder(m) ==
  m.type \in {"handover", "abort"} =>
    ~ \E o \in msgs : o.type = "offer" /\ o.init = m.init /\ o.n = m.n

Receive(p, m, type) == m.type = type /\ Reaches(m, p) /\ LaneInOrder(m)
Reply(m, out) == msgs' = (msgs \ {m}) \cup out
Send(m) == msgs' = msgs \cup {m}

\* m is about the attempt of p that is under way; any other is stale.
Current(p, m) == l[p] /\ m.init = p /\ m.n = n[p]
\* m is about the transaction that p is in, and comes from its other side.
InTx(p, m) == tx[p].phase # "none" /\ tx[p].init = m.init /\ tx[p].n = m.n /\ tx[p].peer = m.from
HeldBy(p, m) == h[p] = <<m.init, m.n>> /\ p # m.init

Lock(p, q, k) == s' = [s EXCEPT ![p] = "LOCKED"] /\ h' = [h EXCEPT ![p] = <<q, k>>]
Unlock(p) == s' = [s EXCEPT ![p] = "FREE"] /\ h' = [h EXCEPT ![p] = Nobody]
EndAttempt(p) ==
  /\ l' = [l EXCEPT ![p] = FALSE]
  /\ n' = [n EXCEPT ![p] = 0]
  /\ intent' = [intent EXCEPT ![p] = "none"]
Become(p, phase, init, k, peer, S) ==
  tx' = [tx EXCEPT ![p] = [phase |-> phase, init |-> init, n |-> k, peer |-> peer, S |-> S]]
Enter(p, phase) == tx' = [tx EXCEPT ![p].phase = phase]
EndTx(p) == tx' = [tx EXCEPT ![p] = NoTx]

-------------------------------------------------------------------------------
TypeOK ==
  /\ s \in [Node -> {"FREE", "LOCKED"}]
  /\ h \in [Node -> {Nobody} \cup Node \X Attempts]
  /\ I \in [Node -> Intervals]
  /\ l \in [Node -> BOOLEAN]
  /\ n \in [Node -> {0} \cup Attempts]
  /\ intent \in [Node -> {"none", "join", "left", "right"}]
  /\ \A p \in Node :
       /\ tx[p].phase \in Phases
       /\ (tx[p].phase = "none") <=> (tx[p] = NoTx)
       /\ tx[p].S \in Intervals
       /\ \A d \in doubt[p] : d.phase = "handed" /\ d.S \in Intervals \ {Empty}
  /\ status \in [Node -> {"up", "left", "crashed"}]
  /\ \A m \in msgs : m.type \in Types /\ m.from \in Node /\ m.init \in Node /\ m.S \in Intervals

InitWith(first) ==
  /\ s = [p \in Node |-> "FREE"]
  /\ h = [p \in Node |-> Nobody]
  /\ I = first
  /\ l = [p \in Node |-> FALSE]
  /\ n = [p \in Node |-> 0]
  /\ intent = [p \in Node |-> "none"]
  /\ tx = [p \in Node |-> NoTx]
  /\ doubt = [p \in Node |-> {}]
  /\ status = [p \in Node |-> "up"]
  /\ msgs = {}

Init == \E first \in Firsts : InitWith(first)

-------------------------------------------------------------------------------
(* Locking: Figures 2 and 3.                                                 *)

\* The numbers of attempts that nothing under way bears: as good as ever new.
IsFresh(p, k) ==
  /\ \A m \in msgs : ~(m.init = p /\ m.n = k)
  /\ \A q \in Node : /\ h[q] # <<p, k>>
                     /\ ~(tx[q].init = p /\ tx[q].n = k)
                     /\ \A d \in doubt[q] : ~(d.init = p /\ d.n = k)

IntentFor(p, v) ==
  CASE I[p] = Empty -> "join"                                   \* l.9
    [] I[p] # Empty /\ v = I[p][1] - 1 -> "left"                \* l.12
    [] I[p] # Empty /\ v = I[p][2] -> "right"                   \* l.15
    [] OTHER -> "none"

BeginTransaction(p, v, k) ==                                    \* l.7-18
  /\ status[p] = "up"
  /\ s[p] = "FREE" /\ ~l[p]
  /\ 0 <= v /\ v < Size
  /\ IntentFor(p, v) # "none"
  \* Departs: whoever has all in doubt may get it back, and must not be elsewhere then.
  /\ I[p] = Empty => doubt[p] = {}
  /\ IsFresh(p, k)
  /\ l' = [l EXCEPT ![p] = TRUE]
  /\ n' = [n EXCEPT ![p] = k]
  /\ intent' = [intent EXCEPT ![p] = IntentFor(p, v)]
  /\ Send(Msg("query", p, v, p, k, Empty))
  /\ UNCHANGED <<locks, I, tx, doubt, status>>

AsIntended(p, S) ==
  CASE intent[p] = "join" -> I[p] = Empty
    [] intent[p] = "left" -> IsLeftOf(S, I[p])
    [] intent[p] = "right" -> IsLeftOf(I[p], S)
    [] OTHER -> FALSE

OnQuery(p, m) ==                                                \* l.20-32
  /\ Receive(p, m, "query")
  /\ LET q == m.from
         answer(type) == Reply(m, {Msg(type, p, q, q, m.n, I[p])})
     IN \/ /\ p = q                                             \* l.21: it came back
           /\ IF Current(p, m) THEN EndAttempt(p) ELSE UNCHANGED attempt
           /\ Reply(m, {})
           /\ UNCHANGED locks
        \/ /\ q < p /\ Flaw # "no order"                        \* l.23: q locks itself first
           /\ answer("lock_you_first")
           /\ UNCHANGED <<locks, attempt>>
        \/ /\ p < q \/ (p # q /\ Flaw = "no order")
           /\ s[p] = "FREE"                                     \* l.26: granted
           /\ Lock(p, q, m.n)
           /\ answer("ok1")
           /\ UNCHANGED attempt
        \/ /\ p < q \/ (p # q /\ Flaw = "no order")
           /\ s[p] = "LOCKED"                                   \* l.29: refused
           /\ answer("fail1")
           /\ UNCHANGED <<locks, attempt>>
  /\ UNCHANGED <<I, tx, doubt, status>>

OnLockYouFirst(p, m) ==                                         \* l.33-40
  /\ Receive(p, m, "lock_you_first")
  /\ \/ /\ ~Current(p, m)
        /\ Reply(m, {})
        /\ UNCHANGED <<locks, attempt>>
     \/ /\ Current(p, m) /\ s[p] = "FREE" /\ AsIntended(p, m.S)
        /\ Lock(p, p, m.n)
        \* Departs from l.36: the name may have left by now, but somebody gets S.
        /\ LET to == IF Flaw = "lock2 to name" THEN m.from ELSE m.S[1]
           IN Reply(m, {Msg("lock2", p, to, p, m.n, m.S)})
        /\ UNCHANGED attempt
     \/ /\ Current(p, m) /\ ~(s[p] = "FREE" /\ AsIntended(p, m.S))
        /\ EndAttempt(p)
        /\ Reply(m, {})
        /\ UNCHANGED locks
  /\ UNCHANGED <<I, tx, doubt, status>>

OnLock2(p, m) ==                                                \* l.41-48
  /\ Receive(p, m, "lock2")
  /\ LET q == m.from
         \* Departs: q < p, for S may have come to another owner.
         granted == s[p] = "FREE" /\ I[p] = m.S /\ q < p
     IN \/ /\ granted
           /\ Lock(p, q, m.n)
           /\ Reply(m, {Msg("ok2", p, q, q, m.n, m.S)})
        \/ /\ ~granted
           /\ Reply(m, {Msg("fail2", p, q, q, m.n, Empty)})
           /\ UNCHANGED locks
  /\ UNCHANGED <<I, attempt, tx, doubt, status>>

OnFail1(p, m) ==                                                \* l.49
  /\ Receive(p, m, "fail1")
  /\ IF Current(p, m) THEN EndAttempt(p) ELSE UNCHANGED attempt
  /\ Reply(m, {})
  /\ UNCHANGED <<locks, I, tx, doubt, status>>

OnFail2(p, m) ==                                                \* l.50-52
  /\ Receive(p, m, "fail2")
  /\ IF Current(p, m) THEN EndAttempt(p) /\ Unlock(p) ELSE UNCHANGED <<attempt, locks>>
  /\ Reply(m, {})
  /\ UNCHANGED <<I, tx, doubt, status>>

OnOk1(p, m) ==                                                  \* l.53-59
  /\ Receive(p, m, "ok1")
  /\ LET wanted == Current(p, m) /\ s[p] = "FREE" /\ AsIntended(p, m.S)
     IN \/ /\ wanted
           /\ Lock(p, p, m.n)
           /\ EndAttempt(p)
           /\ Become(p, "deciding", p, m.n, m.from, m.S)
           /\ Reply(m, {})
        \/ /\ ~wanted       \* also an answer to an attempt that was given up
           /\ Reply(m, {Msg("cleanup", p, m.from, p, m.n, Empty)})
           /\ UNCHANGED <<locks, attempt, tx>>
  /\ UNCHANGED <<I, doubt, status>>

OnOk2(p, m) ==                                                  \* l.60-62
  /\ Receive(p, m, "ok2")
  /\ \/ /\ Current(p, m)
        /\ EndAttempt(p)
        /\ Become(p, "deciding", p, m.n, m.from, m.S)
        /\ Reply(m, {})
     \/ /\ ~Current(p, m)
        /\ Reply(m, {Msg("cleanup", p, m.from, p, m.n, Empty)})
        /\ UNCHANGED <<attempt, tx>>
  /\ UNCHANGED <<locks, I, doubt, status>>

OnCleanup(p, m) ==                                              \* l.63-65
  /\ Receive(p, m, "cleanup")
  /\ IF HeldBy(p, m) THEN Unlock(p) ELSE UNCHANGED locks
  \* Departs from l.64: l is that of p's own attempt, and none of q's business.
  /\ IF Flaw = "line 64" THEN EndAttempt(p) ELSE UNCHANGED attempt
  /\ Reply(m, {Msg("cleanup_ack", p, m.from, m.from, m.n, Empty)})
  /\ UNCHANGED <<I, tx, doubt, status>>

OnCleanupAck(p, m) ==                                           \* l.66
  /\ Receive(p, m, "cleanup_ack")
  /\ IF Current(p, m) THEN EndAttempt(p) ELSE UNCHANGED attempt
  /\ Reply(m, {})
  /\ UNCHANGED <<locks, I, tx, doubt, status>>

\* Departs: no answer for long.  A lock that is granted later is returned by cleanup.
OnAttemptTimeout(p) ==
  /\ status[p] = "up" /\ l[p]
  /\ EndAttempt(p)
  /\ IF tx[p] = NoTx /\ h[p] = <<p, n[p]>> THEN Unlock(p) ELSE UNCHANGED locks
  /\ UNCHANGED <<I, tx, doubt, status, msgs>>

-------------------------------------------------------------------------------
(* The transfer, once p holds its own lock and that of its peer.             *)

\* R is a piece at the end of p's interval that faces K.
MayMove(p, K, R) ==
  LET J == I[p]
      \* An end beside what is in doubt stays where it is, or that could not be taken back.
      pinnedLeft == \E d \in doubt[p] : IsLeftOf(d.S, J)
      pinnedRight == \E d \in doubt[p] : IsLeftOf(J, d.S)
  IN /\ R # Empty /\ J[1] <= R[1] /\ R[2] <= J[2]
     /\ pinnedLeft => R[1] # J[1]
     /\ pinnedRight => R[2] # J[2]
     /\ \/ R[1] = J[1] /\ (K = Empty \/ IsLeftOf(K, J))
        \/ R[2] = J[2] /\ (K = Empty \/ IsLeftOf(J, K))

\* The initiator finds that nothing is to be moved.
GiveUpTransaction(p) ==
  /\ status[p] = "up" /\ tx[p].phase = "deciding"
  /\ l' = [l EXCEPT ![p] = TRUE]        \* until cleanup_ack
  /\ n' = [n EXCEPT ![p] = tx[p].n]
  /\ Unlock(p)
  /\ EndTx(p)
  /\ Send(Msg("cleanup", p, tx[p].peer, p, tx[p].n, Empty))
  /\ UNCHANGED <<I, intent, doubt, status>>

SendTake(p) ==
  /\ status[p] = "up" /\ tx[p].phase = "deciding"
  /\ Enter(p, "taking")
  /\ Send(Msg("take", p, tx[p].peer, p, tx[p].n, I[p]))
  /\ UNCHANGED <<locks, I, attempt, doubt, status>>

OnTake(p, m) ==
  /\ Receive(p, m, "take")
  /\ \/ /\ HeldBy(p, m) /\ tx[p] = NoTx
        /\ Become(p, "giving", m.init, m.n, m.from, m.S)
        /\ Reply(m, {})
     \/ /\ ~(HeldBy(p, m) /\ tx[p] = NoTx)      \* p has given the initiator up
        /\ Reply(m, {Msg("nothing", p, m.from, m.init, m.n, Empty)})
        /\ UNCHANGED tx
  /\ UNCHANGED <<locks, I, attempt, doubt, status>>

AnswerNothing(p) ==
  /\ status[p] = "up" /\ tx[p].phase = "giving"
  /\ Unlock(p)
  /\ EndTx(p)
  /\ Send(Msg("nothing", p, tx[p].peer, tx[p].init, tx[p].n, Empty))
  /\ UNCHANGED <<I, attempt, doubt, status>>

OnNothing(p, m) ==
  /\ Receive(p, m, "nothing")
  /\ IF InTx(p, m) /\ tx[p].phase = "taking"
     THEN Unlock(p) /\ EndTx(p)
     ELSE UNCHANGED <<locks, tx>>
  /\ Reply(m, {})
  /\ UNCHANGED <<I, attempt, doubt, status>>

StartTransfer(p, R) ==
  /\ status[p] = "up" /\ tx[p].phase \in {"deciding", "giving"}
  /\ MayMove(p, tx[p].S, R)
  /\ Become(p, "offered", tx[p].init, tx[p].n, tx[p].peer, R)
  /\ Send(Msg("offer", p, tx[p].peer, tx[p].init, tx[p].n, R))
  /\ UNCHANGED <<locks, I, attempt, doubt, status>>

OnOffer(p, m) ==
  /\ Receive(p, m, "offer")
  /\ LET known == \/ InTx(p, m) /\ tx[p].phase = "taking"
                  \/ HeldBy(p, m) /\ tx[p] = NoTx /\ m.init = m.from
         fits == I[p] = Empty \/ Adjacent(I[p], m.S)
         declined == Msg("declined", p, m.from, m.init, m.n, Empty)
     IN /\ \/ /\ known /\ fits
              /\ IF Flaw = "eager unlock"
                 THEN Unlock(p) /\ EndTx(p)
                 ELSE Become(p, "staging", m.init, m.n, m.from, m.S) /\ UNCHANGED locks
              /\ Reply(m, {})
           \/ /\ known /\ ~fits
              /\ Unlock(p)
              /\ EndTx(p)
              /\ Reply(m, {declined})
           \/ /\ ~known        \* called off, or late
              /\ Reply(m, {declined})
              /\ UNCHANGED <<locks, tx>>
        \* Whoever offers, under this lock, a part of what p had in doubt has got it.
        /\ doubt' = [doubt EXCEPT ![p] = {d \in @ : ~(known /\ Overlap(d.S, m.S))}]
  /\ UNCHANGED <<I, attempt, status>>

Release(p) ==
  /\ status[p] = "up" /\ tx[p].phase = "offered"
  /\ Enter(p, "released")
  /\ I' = [I EXCEPT ![p] = Minus(@, tx[p].S)]
  /\ UNCHANGED <<locks, attempt, doubt, status, msgs>>

SendHandover(p) ==
  /\ status[p] = "up" /\ tx[p].phase = "released"
  /\ Enter(p, "handed")
  /\ Send(Msg("handover", p, tx[p].peer, tx[p].init, tx[p].n, tx[p].S))
  /\ UNCHANGED <<locks, I, attempt, doubt, status>>

OnHandover(p, m) ==
  /\ Receive(p, m, "handover")
  /\ LET known == (InTx(p, m) /\ tx[p].phase = "staging") \/ Flaw = "eager unlock"
     IN \/ /\ known
           /\ I' = [I EXCEPT ![p] = Union(@, m.S)]
           /\ IF Flaw = "eager unlock" THEN UNCHANGED <<locks, tx>> ELSE Unlock(p) /\ EndTx(p)
           /\ Reply(m, {Msg("assumed", p, m.from, m.init, m.n, Empty)})
        \/ /\ ~known
           /\ Reply(m, {Msg("declined", p, m.from, m.init, m.n, Empty)})
           /\ UNCHANGED <<locks, I, tx>>
  /\ UNCHANGED <<attempt, doubt, status>>

Doubted(p, m) == {d \in doubt[p] : d.init = m.init /\ d.n = m.n /\ d.peer = m.from}

OnAssumed(p, m) ==
  /\ Receive(p, m, "assumed")
  /\ IF InTx(p, m) /\ tx[p].phase = "handed"
     THEN Unlock(p) /\ EndTx(p)
     ELSE UNCHANGED <<locks, tx>>
  /\ doubt' = [doubt EXCEPT ![p] = @ \ Doubted(p, m)]
  /\ Reply(m, {})
  /\ UNCHANGED <<I, attempt, status>>

\* The sink's own decision, at any time before it assumes.
Decline(p) ==
  /\ status[p] = "up" /\ tx[p].phase \in {"taking", "staging"}
  /\ Unlock(p)
  /\ EndTx(p)
  /\ Send(Msg("declined", p, tx[p].peer, tx[p].init, tx[p].n, Empty))
  /\ UNCHANGED <<I, attempt, doubt, status>>

TakenBack(p) ==     \* what p assumes once it has taken back what it released
  IF tx[p].phase \in {"released", "handed"} THEN Union(I[p], tx[p].S) ELSE I[p]

OnDeclined(p, m) ==
  /\ Receive(p, m, "declined")
  /\ \/ /\ InTx(p, m) /\ tx[p].phase \in Source \cup {"giving"}
        /\ I' = [I EXCEPT ![p] = TakenBack(p)]
        /\ Unlock(p)
        /\ EndTx(p)
        /\ UNCHANGED doubt
     \/ /\ HeldBy(p, m) /\ tx[p] = NoTx         \* it overtook take
        /\ Unlock(p)
        /\ UNCHANGED <<I, tx, doubt>>
     \/ /\ ~InTx(p, m) /\ ~(HeldBy(p, m) /\ tx[p] = NoTx)
        /\ \/ /\ Doubted(p, m) = {}
              /\ UNCHANGED <<I, doubt>>
           \/ \E d \in Doubted(p, m) :
                /\ I' = [I EXCEPT ![p] = Union(@, d.S)]
                /\ doubt' = [doubt EXCEPT ![p] = @ \ {d}]
        /\ UNCHANGED <<locks, tx>>
  /\ Reply(m, {})
  /\ UNCHANGED <<attempt, status>>

\* The source's own decision, as long as it has not handed over.
Abort(p) ==
  /\ status[p] = "up" /\ tx[p].phase \in {"offered", "released"}
  /\ I' = [I EXCEPT ![p] = TakenBack(p)]
  /\ Unlock(p)
  /\ EndTx(p)
  /\ Send(Msg("abort", p, tx[p].peer, tx[p].init, tx[p].n, Empty))
  /\ UNCHANGED <<attempt, doubt, status>>

OnAbort(p, m) ==
  /\ Receive(p, m, "abort")
  /\ IF InTx(p, m) /\ tx[p].phase = "staging"
     THEN Unlock(p) /\ EndTx(p)
     ELSE UNCHANGED <<locks, tx>>
  /\ Reply(m, {})
  /\ UNCHANGED <<I, attempt, doubt, status>>

-------------------------------------------------------------------------------
(* Peers that are gone.  The message that ends the transaction is sent all   *)
(* the same: a peer that was only cut off must not wait for ever.            *)

OnGone(p, q) ==
  /\ status[p] = "up" /\ p # q
  /\ \/ /\ tx[p].peer = q
        /\ EndTx(p)
        /\ Unlock(p)
        /\ I' = [I EXCEPT ![p] =
             IF tx[p].phase = "handed" /\ Flaw # "reclaim" THEN @ ELSE TakenBack(p)]
        /\ doubt' = [doubt EXCEPT ![p] =
             IF tx[p].phase = "handed" /\ Flaw # "reclaim" THEN @ \cup {tx[p]} ELSE @]
        /\ LET end(type) == Send(Msg(type, p, q, tx[p].init, tx[p].n, Empty))
           IN CASE tx[p].phase = "deciding" -> end("cleanup")
                [] tx[p].phase \in {"taking", "staging"} -> end("declined")
                [] tx[p].phase = "giving" -> end("nothing")
                [] tx[p].phase \in {"offered", "released"} -> end("abort")
                [] OTHER -> UNCHANGED msgs
     \/ /\ tx[p] = NoTx /\ h[p][1] = q
        /\ Unlock(p)
        /\ UNCHANGED <<I, tx, doubt, msgs>>
  /\ UNCHANGED <<attempt, status>>

DropDoubt(p, d) ==
  /\ status[p] = "up" /\ d \in doubt[p]
  /\ doubt' = [doubt EXCEPT ![p] = @ \ {d}]
  /\ UNCHANGED <<locks, I, attempt, tx, status, msgs>>

TakeBack(p, d) ==
  /\ status[p] = "up" /\ d \in doubt[p]
  /\ doubt' = [doubt EXCEPT ![p] = @ \ {d}]
  /\ I' = [I EXCEPT ![p] = Union(@, d.S)]
  /\ UNCHANGED <<locks, attempt, tx, status, msgs>>

\* An ownership record tells that somebody has got what was in doubt.
OnOwnerSeen(p, d) == (\E q \in Node \ {p} : Overlap(I[q], d.S)) /\ DropDoubt(p, d)

\* p asks the sink what became of it (onAsk in the code, answered as by OnAssumed and
\* OnDeclined).  One step here, as the answer stays true however late it comes: a sink
\* that has not assumed, and is not locked for it any more, declines the handover.
OnAsk(p, d) ==
  LET q == d.peer
      assumed == \E m \in msgs : m.type = "assumed" /\ m.init = d.init /\ m.n = d.n /\ m.to = p
  IN /\ status[q] = "up"
     /\ h[q] # <<d.init, d.n>>
     /\ IF assumed THEN DropDoubt(p, d) ELSE TakeBack(p, d)

\* A person knows that the sink has died before the handover reached it.
Reclaim(p, d) ==
  /\ status[d.peer] = "crashed"
  /\ \E m \in msgs : m.type = "handover" /\ m.init = d.init /\ m.n = d.n
  /\ TakeBack(p, d)

\* Section 3.6: for good, with nothing left behind.
Leave(p) ==
  /\ status[p] = "up"
  /\ I[p] = Empty /\ s[p] = "FREE" /\ ~l[p] /\ tx[p] = NoTx /\ doubt[p] = {}
  /\ status' = [status EXCEPT ![p] = "left"]
  /\ UNCHANGED <<locks, I, attempt, tx, doubt, msgs>>

\* What a node has sent may be lost with it.
CrashLosing(p, lost) ==
  /\ status[p] = "up"
  /\ status' = [status EXCEPT ![p] = "crashed"]
  /\ msgs' = msgs \ lost
  /\ UNCHANGED <<locks, I, attempt, tx, doubt>>

Crash(p) == \E lost \in SUBSET {m \in msgs : m.from = p} : CrashLosing(p, lost)

-------------------------------------------------------------------------------
OnAnswer(p, m) ==       \* to p's own attempt
  \/ OnLockYouFirst(p, m) \/ OnOk1(p, m) \/ OnOk2(p, m)
  \/ OnFail1(p, m) \/ OnFail2(p, m) \/ OnCleanupAck(p, m)

OnTransfer(p, m) ==
  \/ OnTake(p, m) \/ OnNothing(p, m) \/ OnOffer(p, m) \/ OnHandover(p, m)
  \/ OnAssumed(p, m) \/ OnDeclined(p, m) \/ OnAbort(p, m)

Ends(J) == {Pair(J[1], x) : x \in J[1]+1..J[2]} \cup {Pair(x, J[2]) : x \in J[1]..J[2]-1}

Proceed(p) ==           \* the next step of p's transaction
  \/ GiveUpTransaction(p) \/ SendTake(p) \/ AnswerNothing(p)
  \/ tx[p].phase \in {"deciding", "giving"} /\ \E R \in Ends(I[p]) : StartTransfer(p, R)
  \/ Release(p) \/ SendHandover(p)

System == \E p \in Node :
  \/ \E m \in {x \in msgs : Reaches(x, p)} :
       OnQuery(p, m) \/ OnLock2(p, m) \/ OnCleanup(p, m) \/ OnAnswer(p, m) \/ OnTransfer(p, m)
  \/ tx[p] # NoTx /\ Proceed(p)
  \/ \E q \in Node : status[q] # "up" /\ OnGone(p, q)
  \/ \E d \in doubt[p] : OnOwnerSeen(p, d) \/ OnAsk(p, d) \/ Reclaim(p, d)

Begin(p) ==
  /\ p \in Initiators /\ s[p] = "FREE" /\ ~l[p]
  /\ LET new == {k \in Attempts : IsFresh(p, k)}
     IN /\ new # {}
        /\ \E v \in 0..Size-1 : BeginTransaction(p, v, CHOOSE k \in new : \A j \in new : k <= j)

Environment == \E p \in Node :
  \/ Begin(p)
  \/ p \in Leavers /\ Leave(p)
  \/ Cancels /\ (Decline(p) \/ Abort(p))
  \/ Impatient /\ (OnAttemptTimeout(p) \/ \E q \in Node : OnGone(p, q))
  \/ Cardinality({q \in Node : status[q] = "crashed"}) < MaxCrashes /\ Crash(p)

Next == System \/ Environment

(* What a node does by itself is done some time, and so is the delivery of   *)
(* each message; one to a virtual node that moves again and again too, which *)
(* is why that takes strong fairness.  Nobody is made to begin or to crash.  *)
Fairness == \A p \in Node :
  /\ SF_vars(\E q \in Node, m \in msgs : m.from = p /\ (OnQuery(q, m) \/ OnLock2(q, m)))
  /\ WF_vars(\E m \in msgs : OnAnswer(p, m))
  /\ WF_vars(\E m \in msgs : OnCleanup(p, m))
  /\ WF_vars(\E m \in msgs : OnTransfer(p, m))
  /\ WF_vars(Proceed(p))

\* With crashes, time-outs happen some time too, and what is gone is found to be.
CrashFairness == \A p \in Node :
  /\ WF_vars(\E q \in Node : status[q] # "up" /\ OnGone(p, q))
  /\ WF_vars(OnAttemptTimeout(p))

Spec == Init /\ [][Next]_vars
FairSpec == Spec /\ Fairness
CrashSpec == FairSpec /\ CrashFairness

-------------------------------------------------------------------------------
(* Safety.                                                                   *)

Up == {p \in Node : status[p] = "up"}

\* Each virtual node is assumed by at most one node; so a source in doubt and
\* its sink never both assume what was handed over.
Disjoint == \A p, q \in Up : p # q => ~Overlap(I[p], I[q])

\* What nodes have released, and nobody has assumed yet.
Transits ==
  {t \in UNION {doubt[p] \cup {tx[p]} : p \in Node} :
     /\ t.phase \in {"released", "handed"}
     /\ ~\E m \in msgs : m.type = "assumed" /\ m.init = t.init /\ m.n = t.n}

RECURSIVE Sum(_)
Sum(pairs) == IF pairs = {} THEN 0 ELSE
  LET x == CHOOSE x \in pairs : TRUE IN Length(x[2]) + Sum(pairs \ {x})

\* Nothing is lost: each virtual node is owned, or in exactly one transit.
Cover == MaxCrashes = 0 =>
  /\ Sum({<<p, I[p]>> : p \in Node}) + Sum({<<t, t.S>> : t \in Transits}) = Size
  /\ \A t \in Transits : /\ \A p \in Node : ~Overlap(I[p], t.S)
                          /\ \A u \in Transits \ {t} : ~Overlap(u.S, t.S)

Fits(p, S) == I[p] = Empty \/ Adjacent(I[p], S)

\* What migrates arrives beside its new owner's interval ...
ArrivesAdjacent == \A p \in Up :
  /\ tx[p].phase = "staging" => Fits(p, tx[p].S)
  /\ Flaw = "eager unlock" =>
       \A m \in msgs : m.type = "handover" /\ m.to = p => Fits(p, m.S)

\* ... and what may have to be taken back is still beside the old one's:
\* with ArrivesAdjacent, the interval of each node stays one piece.
Contiguous == \A p \in Up :
  /\ tx[p].phase \in {"released", "handed"} => Fits(p, tx[p].S)
  /\ tx[p].phase = "offered" => I[p][1] = tx[p].S[1] \/ I[p][2] = tx[p].S[2]
  /\ \A d \in doubt[p] : Fits(p, d.S)

FreeHasNoHolder == \A p \in Node :
  /\ s[p] = "FREE" <=> h[p] = Nobody
  /\ s[p] = "FREE" => tx[p] = NoTx

\* Who cares for the lock that p has granted to attempt k of q.
Custodians(p, q, k) ==
  {m \in msgs : /\ m.init = q /\ m.n = k
                /\ \/ m.from = p /\ m.type \in {"ok1", "ok2"}
                   \/ m.to = p /\ m.type = "cleanup"}
  \cup (IF tx[q].init = q /\ tx[q].n = k /\ tx[q].peer = p THEN {tx[q]} ELSE {})
  \cup (IF tx[p] # NoTx THEN {tx[p]} ELSE {})
Ending(p, q, k) == {m \in msgs : /\ m.init = q /\ m.n = k /\ m.to = p
                                /\ m.type \in {"declined", "abort", "take", "offer"}}

\* A lock that is granted is in somebody's care.
LockCustody == \A p \in Up :
  LET q == h[p][1] k == h[p][2]
  IN (s[p] = "LOCKED" /\ q # p /\ status[q] = "up") =>
       Custodians(p, q, k) \cup Ending(p, q, k) # {}

\* A node locks itself only for its own attempt or transaction, and both locks
\* of a transaction are held by it.
BothLocks == \A p \in Up :
  /\ (h[p] # Nobody /\ h[p][1] = p) =>
       \/ tx[p].init = p /\ tx[p].n = h[p][2]
       \/ tx[p] = NoTx /\ l[p] /\ n[p] = h[p][2]
  /\ tx[p] # NoTx => h[p] = <<tx[p].init, tx[p].n>>
  /\ (tx[p].phase \in {"deciding", "taking"} /\ MaxCrashes = 0 /\ ~Impatient /\ ~Cancels) =>
       LET q == tx[p].peer IN
         \/ h[q] = h[p]
         \/ \E m \in msgs : m.type = "nothing" /\ m.init = p /\ m.n = tx[p].n

\* Without time-outs: an attempt is one message under way (its token), no more.
Tokens(p) == {m \in msgs : m.init = p /\ m.type \in {"query", "lock2", "cleanup"} \cup ToInitiator}
OneAttempt == ~Impatient => \A p \in Up : Cardinality(Tokens(p)) = IF l[p] THEN 1 ELSE 0

\* Nobody waits for an answer from a name that has left.
NobodyAsksTheLeft == (MaxCrashes = 0 /\ ~Impatient) =>
  \A m \in msgs : m.type \in {"lock2", "cleanup"} \ ToVirtual => status[m.to] # "left"

\* The interval in ok1 is still the granter's when the initiator acts upon it.
GrantIsTrue == (MaxCrashes = 0 /\ ~Impatient /\ ~Cancels) =>
  \A p \in Up : tx[p].phase = "deciding" => tx[p].S = I[tx[p].peer]

Safety ==
  /\ TypeOK /\ Disjoint /\ Cover /\ ArrivesAdjacent /\ Contiguous
  /\ FreeHasNoHolder /\ LockCustody /\ BothLocks /\ OneAttempt /\ NobodyAsksTheLeft /\ GrantIsTrue

-------------------------------------------------------------------------------
(* Liveness.                                                                 *)

\* No lock is orphaned.
Unlocked == \A p \in Node : (s[p] = "LOCKED" /\ status[p] = "up")
                              ~> (s[p] = "FREE" \/ status[p] # "up")

\* Each attempt ends.
AttemptEnds == \A p \in Node : (l[p] /\ status[p] = "up") ~> (~l[p] \/ status[p] # "up")

\* If nodes keep trying, somebody succeeds.
SomebodySucceeds == ([]<>(\E p \in Node : l[p])) => ([]<>(\E p \in Node : tx[p] # NoTx))

-------------------------------------------------------------------------------
(***************************************************************************)
(* What TLC found (tla/README.md has all models):                          *)
(*                                                                         *)
(* nodes  virtual  begin  faults                   states   depth  result  *)
(*   3       2      all   none                     227,512     96   safe   *)
(*   3       4       2    none                     160,728    135   safe   *)
(*   4       3       2    none                      84,462    113   safe   *)
(*   2       2      all   crash, false alarms,     157,610     73   safe   *)
(*                        cancel, leave                                    *)
(*   3       2       1    crash, false alarms      353,146     65   safe   *)
(*   3       2       2    none                       7,849     88   live   *)
(*   3       1      all   none                       1,022     40   live   *)
(*   2       2       1    crash, false alarms        1,150     25   live   *)
(*                                                                         *)
(* no order       a livelock of 10 states: both grant, both clean up       *)
(* line 64        two attempts of one node after 7 steps                   *)
(* lock2 to name  waits for one that has left after 15 or 16 steps         *)
(* eager unlock   an interval arrives beside nothing after 27 steps        *)
(* reclaim        two owners after 11 steps                                *)
(***************************************************************************)

===============================================================================
