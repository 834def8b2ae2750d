------------------------------- MODULE Delivery -------------------------------
(***************************************************************************)
(* How messages to virtual nodes find their owners, in order, while        *)
(* ownership moves: epochs, re-targeting, waiting and fences.              *)
(*                                                                         *)
(* Source: K. Taura, T. Endo, K. Kaneda, A. Yonezawa, "Phoenix: a Parallel *)
(* Programming Model for Accommodating Dynamically Joining/Leaving         *)
(* Resources", section 3.3: messages to a virtual node that nobody assumes *)
(* are queued, "rather than lost, bounced, or redirected".                 *)
(*                                                                         *)
(* Code: package io.phoenix.routing.names: DispatchOwn, OnArrival, OnFence *)
(* and OnReached are methods of Dispatcher, OnAck is one of Fences, Update *)
(* one of Owners; Release and Assume are calls of the application.         *)
(*                                                                         *)
(* Left out: lanes and pieces (channels of different ones never meet; here *)
(* each virtual node is a piece of its own), links and routes (a flow      *)
(* between two nodes is in order and loses nothing: that is its promise),  *)
(* crashes and returns.                                                    *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
  Node,         \* names of nodes, positive
  Virtual,      \* virtual nodes
  Senders,      \* nodes that send
  MaxSent,      \* messages of each sender to each virtual node
  MaxEpoch,     \* the highest epoch: how often a virtual node is assumed
  Flaw          \* "none", or a mistake made on purpose: see Flaws

Flaws == {"none",
  "no fence"}       \* messages follow a new owner at once

ASSUME Node \subseteq Nat \ {0} /\ Senders \subseteq Node /\ Flaw \in Flaws

VARIABLES
  known,    \* known[p][v]: the owner of v (0: none) at its highest epoch, as p has heard
  token,    \* token[v]: the epoch at which v was released; 0 while it is assumed
  news,     \* what nodes have said of themselves, under way to all others
  chan,     \* chan[p][v][g]: what went from p to v, of generation g: see Clear
  flow,     \* flow[p][q]: what is under way from p to q, in order
  box,      \* box[p]: what p may receive, in order; the application has not taken it
  acks,     \* fences that have reached an owner, under way back to their origin
  sent,     \* sent[p][v]: how many messages p has sent to v
  taken     \* taken[p][v]: the numbers of those that applications have received, in order

vars == <<known, token, news, chan, flow, box, acks, sent, taken>>

Own == 0                                \* the generation of a node's own messages
Generations == 0..MaxEpoch
Nowhere == [owner |-> 0, epoch |-> 0]

\* A channel: the way that messages last took (Nowhere: none is under way), whether
\* a fence is out behind them, and what waits.
Clear == [via |-> Nowhere, fenced |-> FALSE, held |-> <<>>]

\* A message, or a fence of the channel g of its origin; 'at' is the epoch to which
\* it was resolved, and so the generation of it where it arrives.
Message(p, v, k) == [kind |-> "message", v |-> v, from |-> p, k |-> k, g |-> Own, at |-> Own]
Fence(p, v, g) == [kind |-> "fence", v |-> v, from |-> p, k |-> 0, g |-> g, at |-> Own]

TypeOK ==
  /\ \A p \in Node, v \in Virtual :
       /\ known[p][v] \in [owner : Node \cup {0}, epoch : 0..MaxEpoch]
       /\ \A g \in Generations : /\ chan[p][v][g].fenced \in BOOLEAN
                                 /\ chan[p][v][g].fenced => chan[p][v][g].via # Nowhere
       /\ sent[p][v] \in 0..MaxSent
  /\ token \in [Virtual -> 0..MaxEpoch]

Init ==
  /\ \E first \in Node :
       /\ known = [p \in Node |-> [v \in Virtual |->
                    IF p = first THEN [owner |-> p, epoch |-> 1] ELSE Nowhere]]
       /\ news = {[node |-> first, v |-> v, epoch |-> 1, released |-> FALSE] : v \in Virtual}
  /\ token = [v \in Virtual |-> 0]
  /\ chan = [p \in Node |-> [v \in Virtual |-> [g \in Generations |-> Clear]]]
  /\ flow = [p \in Node |-> [q \in Node |-> <<>>]]
  /\ box = [p \in Node |-> <<>>]
  /\ acks = {}
  /\ sent = [p \in Node |-> [v \in Virtual |-> 0]]
  /\ taken = [p \in Node |-> [v \in Virtual |-> <<>>]]

-------------------------------------------------------------------------------
(* The dispatcher of a node p.  'st' is what it works on: the channels of p  *)
(* to one virtual node, p's box and p's flows.                               *)

State(p, v) == [chan |-> chan[p][v], box |-> box[p], flow |-> flow[p]]

Become(p, v, st) ==
  /\ chan' = [chan EXCEPT ![p][v] = st.chan]
  /\ box' = [box EXCEPT ![p] = st.box]
  /\ flow' = [flow EXCEPT ![p] = st.flow]

Forward(st, to, x, epoch) == [st EXCEPT !.flow[to] = Append(@, [x EXCEPT !.at = epoch])]

\* Sends x, of generation g, on if it may go now; 'went' tells whether it did.
Route(st, p, v, owner, g, x) ==
  LET c == st.chan[g]
  IN CASE owner.owner = 0 -> [went |-> FALSE, st |-> st]
       [] owner.owner # 0 /\ c.via \notin {Nowhere, owner} /\ Flaw # "no fence" ->
            [went |-> FALSE,
             st |-> Forward([st EXCEPT !.chan[g].fenced = TRUE], c.via.owner, Fence(p, v, g), c.via.epoch)]
       [] OTHER ->
            [went |-> TRUE,
             st |-> IF owner.owner = p
                    THEN [st EXCEPT !.box = Append(@, [x EXCEPT !.at = g])]
                    ELSE Forward([st EXCEPT !.chan[g].via = owner], owner.owner, x, owner.epoch)]

Dispatch(st, p, v, owner, g, x) ==
  LET hold(t) == [t EXCEPT !.chan[g].held = Append(@, x)]
      r == Route(st, p, v, owner, g, x)
  IN IF st.chan[g].held # <<>> \/ st.chan[g].fenced THEN hold(st)
     ELSE IF r.went THEN r.st ELSE hold(r.st)

RECURSIVE Flush(_, _, _, _, _)
Flush(st, p, v, owner, g) ==
  IF st.chan[g].held = <<>> \/ st.chan[g].fenced THEN st
  ELSE LET r == Route(st, p, v, owner, g, Head(st.chan[g].held))
       IN IF r.went THEN Flush([r.st EXCEPT !.chan[g].held = Tail(@)], p, v, owner, g) ELSE r.st

RECURSIVE FlushAll(_, _, _, _, _)
FlushAll(st, p, v, owner, g) ==         \* the channels from generation g on
  IF g > MaxEpoch THEN st ELSE FlushAll(Flush(st, p, v, owner, g), p, v, owner, g + 1)

-------------------------------------------------------------------------------
DispatchOwn(p, v) ==
  /\ p \in Senders /\ sent[p][v] < MaxSent
  /\ sent' = [sent EXCEPT ![p][v] = @ + 1]
  /\ Become(p, v, Dispatch(State(p, v), p, v, known[p][v], Own, Message(p, v, sent[p][v] + 1)))
  /\ UNCHANGED <<known, token, news, acks, taken>>

\* What p resolved to itself at this very epoch is delivered; what is late goes on.
Arrive(q, p, kind) ==
  /\ flow[q][p] # <<>>
  /\ LET x == Head(flow[q][p])
         v == x.v
         st == [State(p, v) EXCEPT !.flow = flow[p]]
         next == IF known[p][v] = [owner |-> p, epoch |-> x.at]
                 THEN [st EXCEPT !.box = Append(@, x)]
                 ELSE Dispatch(st, p, v, known[p][v], x.at, x)
     IN /\ x.kind = kind
        /\ chan' = [chan EXCEPT ![p][v] = next.chan]
        /\ box' = [box EXCEPT ![p] = next.box]
        /\ flow' = [flow EXCEPT ![q][p] = Tail(@), ![p] = next.flow]
  /\ UNCHANGED <<known, token, news, acks, sent, taken>>

OnArrival(p, q) == Arrive(q, p, "message")
OnFence(p, q) == Arrive(q, p, "fence")

\* The application receives a message.
Receive(p) ==
  /\ box[p] # <<>> /\ Head(box[p]).kind = "message"
  /\ LET x == Head(box[p]) IN taken' = [taken EXCEPT ![x.from][x.v] = Append(@, x.k)]
  /\ box' = [box EXCEPT ![p] = Tail(@)]
  /\ UNCHANGED <<known, token, news, chan, flow, acks, sent>>

\* A fence has had its turn among the messages.
OnReached(p) ==
  /\ box[p] # <<>> /\ Head(box[p]).kind = "fence"
  /\ acks' = acks \cup {[v |-> Head(box[p]).v, from |-> Head(box[p]).from, g |-> Head(box[p]).g]}
  /\ box' = [box EXCEPT ![p] = Tail(@)]
  /\ UNCHANGED <<known, token, news, chan, flow, sent, taken>>

OnAck(p, a) ==
  /\ a \in acks /\ a.from = p
  /\ acks' = acks \ {a}
  /\ LET st == [State(p, a.v) EXCEPT !.chan[a.g].fenced = FALSE, !.chan[a.g].via = Nowhere]
     IN Become(p, a.v, Flush(st, p, a.v, known[p][a.v], a.g))
  /\ UNCHANGED <<known, token, news, sent, taken>>

-------------------------------------------------------------------------------
(* Ownership.  A token is handed from the one who releases to the next one;  *)
(* how, is the business of Migration.                                        *)

\* p has heard r: of claims to v the one with the highest epoch counts, and what was
\* released at the epoch that p knows of has no owner.
Update(p, r) ==
  /\ r \in news /\ r.node # p
  /\ LET old == known[p][r.v]
         new == IF r.released THEN [owner |-> 0, epoch |-> r.epoch]
                              ELSE [owner |-> r.node, epoch |-> r.epoch]
     IN /\ \/ r.epoch > old.epoch
           \/ r.epoch = old.epoch /\ r.released /\ old.owner = r.node
        /\ known' = [known EXCEPT ![p][r.v] = new]
        /\ Become(p, r.v, FlushAll(State(p, r.v), p, r.v, new, Own))
  /\ UNCHANGED <<token, news, acks, sent, taken>>

\* What was not received yet goes back, in front of what is held.
RECURSIVE PutBack(_, _)
PutBack(st, items) ==
  IF items = <<>> THEN st
  ELSE LET x == items[Len(items)]
       IN PutBack([st EXCEPT !.chan[x.at].held = <<x>> \o @], SubSeq(items, 1, Len(items) - 1))

Release(p, v) ==
  /\ known[p][v].owner = p /\ known[p][v].epoch < MaxEpoch
  /\ known' = [known EXCEPT ![p][v].owner = 0]
  /\ token' = [token EXCEPT ![v] = known[p][v].epoch]
  /\ news' = news \cup {[node |-> p, v |-> v, epoch |-> known[p][v].epoch, released |-> TRUE]}
  /\ LET mine(x) == x.v = v
         other(x) == x.v # v
     IN Become(p, v, PutBack([State(p, v) EXCEPT !.box = SelectSeq(box[p], other)],
                             SelectSeq(box[p], mine)))
  /\ UNCHANGED <<acks, sent, taken>>

\* With the token, and so at an epoch above all that went before.
Assume(p, v) ==
  /\ token[v] # 0
  /\ LET epoch == 1 + IF known[p][v].epoch > token[v] THEN known[p][v].epoch ELSE token[v]
         new == [owner |-> p, epoch |-> epoch]
     IN /\ known' = [known EXCEPT ![p][v] = new]
        /\ news' = news \cup {[node |-> p, v |-> v, epoch |-> epoch, released |-> FALSE]}
        /\ Become(p, v, FlushAll(State(p, v), p, v, new, Own))
  /\ token' = [token EXCEPT ![v] = 0]
  /\ UNCHANGED <<acks, sent, taken>>

-------------------------------------------------------------------------------
System == \E p \in Node :
  \/ \E q \in Node : OnArrival(p, q) \/ OnFence(p, q)
  \/ Receive(p) \/ OnReached(p)
  \/ \E a \in acks : OnAck(p, a)
  \/ \E r \in news : Update(p, r)
  \/ \E v \in Virtual : Assume(p, v)

Environment == \E p \in Node, v \in Virtual : DispatchOwn(p, v) \/ Release(p, v)

Next == System \/ Environment

Spec == Init /\ [][Next]_vars

\* All that the system does brings it further, so this much fairness is enough.
FairSpec == Spec /\ WF_vars(System)

-------------------------------------------------------------------------------
(* Safety.                                                                   *)

\* Each message is received at most once, and in order.
InOrder == \A p \in Node, v \in Virtual : \A i \in 1..Len(taken[p][v]) : taken[p][v][i] = i

\* Nothing is about to be received where it is not assumed.
AtOwner == \A p \in Node : \A i \in 1..Len(box[p]) : known[p][box[p][i].v].owner = p

\* A virtual node has one owner, or a token, and nobody knows of a higher epoch.
OneOwner == \A v \in Virtual :
  LET owners == {p \in Node : known[p][v].owner = p}
  IN /\ Cardinality(owners) = IF token[v] = 0 THEN 1 ELSE 0
     /\ \A p \in owners, q \in Node : known[q][v].epoch <= known[p][v].epoch
     /\ token[v] # 0 => \A q \in Node : known[q][v].epoch <= token[v]

\* No message is lost or doubled: what was sent is received, or in one place.
Places(m) ==
  LET is(x) == x.kind = "message" /\ x.v = m[2] /\ x.from = m[1] /\ x.k = m[3]
      count(items) == Len(SelectSeq(items, is))
  IN {<<"taken", m[1], i>> : i \in {j \in 1..Len(taken[m[1]][m[2]]) : taken[m[1]][m[2]][j] = m[3]}}
     \cup UNION {{<<"box", p, i>> : i \in 1..count(box[p])} : p \in Node}
     \cup UNION {{<<"flow", p, q, i>> : i \in 1..count(flow[p][q])} : p \in Node, q \in Node}
     \cup UNION {{<<"held", p, g, i>> : i \in 1..count(chan[p][m[2]][g].held)} :
                    p \in Node, g \in Generations}
ExactlyOnce == \A p \in Senders, v \in Virtual : \A k \in 1..sent[p][v] :
  Cardinality(Places(<<p, v, k>>)) = 1

\* A message that is under way was resolved to an epoch that is or was, and each
\* time it is handed on to a higher one: it cannot circle.
Ahead == \A p, q \in Node : \A i \in 1..Len(flow[p][q]) :
  LET x == flow[p][q][i] IN x.at <= MaxEpoch /\ x.at >= 1 /\ known[q][x.v].epoch >= x.at

-------------------------------------------------------------------------------
(* Liveness: all that is sent is received, once ownership comes to rest.     *)

AllReceived == \A p \in Senders, v \in Virtual : Len(taken[p][v]) = sent[p][v]
Delivered == []<>AllReceived

-------------------------------------------------------------------------------
(***************************************************************************)
(* What TLC found (tla/README.md has all models):                          *)
(*                                                                         *)
(* nodes  senders  messages each  moves    states   depth  result          *)
(*   3       1           2          2       20,328     24   safe           *)
(*   3       1           2          3      195,748     32   safe           *)
(*   2       2           2          2       29,726     26   safe           *)
(*   2       1           2          2        1,233     22   live           *)
(*                                                                         *)
(* no fence       the second message is received first after 6 steps       *)
(***************************************************************************)

===============================================================================
