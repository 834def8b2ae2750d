------------------------------- MODULE Departure -------------------------------
(***************************************************************************)
(* Messages to a virtual node while its owner changes and nodes leave for  *)
(* good, leave with a log and return, crash and are taken over, or are cut *)
(* off for a while: none is lost that nobody reported, none arrives twice, *)
(* and each sender's arrive in order.                                      *)
(*                                                                         *)
(* Source: K. Taura et al., "Phoenix", sections 3.3 (messages wait for an  *)
(* owner, "rather than lost, bounced, or redirected") and 3.4 (leaving and *)
(* returning with a log); the rest is ours.                                *)
(*                                                                         *)
(* Code: packages io.phoenix.routing.names (see Dispatching) and .node.    *)
(* Hear is Owners.update and RecordDuty.onNews; BeginLeave, Close, Conclude*)
(* are steps of Departure, GiveToKeeper is LeavingHost.handToKeeper;       *)
(* OnClose and OnSettled are FlowDuty's; Settle is Settlement's question   *)
(* and answer in one step; Return is Unpacker.unpack, Confirm is that of   *)
(* TentativeClaims; TakenOver and Rescue are Takeovers', GiveUp is         *)
(* NodeCore.giveUp.                                                        *)
(*                                                                         *)
(* Left out: links and routes (a flow is in order and loses nothing while  *)
(* its ends live), mail to nodes in person, pieces and lanes (see          *)
(* Dispatching), two nodes that assume the same (an error of the program), *)
(* a node that is taken over or given up though it lives (the package's    *)
(* description says what becomes of the order then).                       *)
(***************************************************************************)
EXTENDS Dispatching

CONSTANTS
  Born,         \* the nodes that are there at first; the others are names for a return
  First,        \* who assumes the virtual node at first; 0: it was released before
  Senders,      \* who sends
  MaxSent,      \* how many messages each
  Releasers,    \* who may release the virtual node and stay
  Takers,       \* who assumes it later
  Leavers,      \* who may leave for good
  Loggers,      \* who may leave with a log, and returns
  Crashers,     \* who may crash
  CutNodes,     \* who may be cut off, once
  AcksLag,      \* whether what is accepted may be long unacknowledged
  GivesUp       \* whether nodes that crashed are given up

Flaws == {"none",
  "no fence",                       \* messages follow a new owner at once
  "received after release",         \* what is queued stays with the former owner
  "acknowledged as received",       \* a fence comes back as if all before it were received
  "unreceived does not go first",   \* what goes back at a release may be overtaken
  "awaits itself",                  \* settlement awaits an answer for a node's own former name
  "a succeeded name",               \* a way left behind is not mapped to the present name
  "ways are clear",                 \* ways left behind are not followed
  "no keeper",                      \* what waits for an owner is not given to a node that stays
  "no way mark",                    \* the keeper does not hear of earlier ways
  "no positions",                   \* the last record does not say what was accepted
  "not tentative",                  \* a node that returns assumes at once what it had
  "strands",                        \* a takeover does not free what is bound to the dead
  "sends again",                    \* what is in doubt is sent to the new owner
  "one line",                       \* a keeper holds what several channels gave in one line
  "gives too early",                \* a keeper's fence may overtake what the leaver sent before
  "late record"}                    \* messages overtake what their sender has told of itself

ASSUME Flaw \in Flaws

VARIABLES
  nd,       \* nd[p]: the state of node p, see Fresh
  rec,      \* rec[p]: all records that p has told of itself, in order
  token,    \* the epoch at which the virtual node was released; 0 while it is assumed
  cut,      \* who is cut off
  cuts,     \* who has been
  root,     \* root[p]: the first name of whoever has the name p: whose stream it sends
  sent,     \* sent[s]: how many messages s has sent
  taken,    \* taken[s]: the numbers of those that applications received, in order
  said,     \* messages of which a person was told that they are lost or in doubt
  quiet     \* whether nothing new is begun any more

vars == <<nd, rec, token, cut, cuts, root, sent, taken, said, quiet>>

NoFlow == [items |-> <<>>, acc |-> 0, wire |-> 0]
Nobody == [owner |-> 0, epoch |-> 0]

\* st      unborn, up, drain (hands over), close (takes no more), gone, away (has a log), dead
\* owner, epoch   who assumes the virtual node, as p knows;   claim, live, from   p's own claim
\* out[q]  what went to q: the first acc were accepted; wire: how many may have left p
\* heard[q] which record of q;  succ[q]  q's next name;  behind[q]  what q left behind
\* closed, left   who takes no more, who has left;   told   to whom p has said that it leaves
\* awaited, olds  names whose answers are awaited; flows of former names, in doubt
\* gone, given    who cannot be reached, who is given up;   tent   tentative claim
Fresh(p) ==
  [st |-> IF p \in Born THEN "up" ELSE "unborn", log |-> FALSE,
   owner |-> First, epoch |-> 1,
   claim |-> IF p = First THEN 1 ELSE 0, live |-> p = First, from |-> Nobody,
   chan |-> NoChannels, box |-> <<>>, inbox |-> <<>>, last |-> 0,
   out |-> [q \in Node |-> NoFlow], acks |-> {},
   heard |-> [q \in Node |-> IF q \in Born THEN 1 ELSE 0], succ |-> [q \in Node |-> 0],
   behind |-> [q \in Node |-> [told |-> FALSE, ways |-> {}]],
   closed |-> {}, left |-> {}, told |-> {}, awaited |-> {}, olds |-> {},
   gone |-> {}, given |-> {}, tent |-> 0, former |-> 0, keeper |-> 0,
   drained |-> FALSE, ways |-> {}, frozen |-> FALSE, said |-> {}]

\* What p tells of itself.
Record(n) ==
  [claim |-> n.claim, live |-> n.live, from |-> n.from, former |-> n.former,
   leaving |-> n.st \notin {"up"}, left |-> n.frozen, told |-> n.frozen /\ ~n.log,
   ways |-> n.ways, informed |-> n.told]
NoRecord == Record([Fresh(CHOOSE p \in Born : TRUE) EXCEPT !.claim = 0, !.live = FALSE])

Init ==
  /\ nd = [p \in Node |-> Fresh(p)]
  /\ rec = [p \in Node |-> IF p \in Born THEN <<Record(Fresh(p))>> ELSE <<>>]
  /\ token = IF First = 0 THEN 1 ELSE 0
  /\ cut = {} /\ cuts = {}
  /\ root = [p \in Node |-> p]
  /\ sent = [p \in Senders |-> 0]
  /\ taken = [p \in Senders |-> <<>>]
  /\ said = {}
  /\ quiet = FALSE

Receiving == {p \in Node : nd[p].st \in {"up", "drain"}}
Alive == {p \in Node : nd[p].st \in {"up", "drain", "close"}}
Reach(p, q) == p \notin cut /\ q \notin cut

\* Ends each step of p.
Become(p, n) ==
  LET m == Drain(n, p)
  IN /\ nd' = [nd EXCEPT ![p] = [m EXCEPT !.said = {}]]
     /\ said' = said \cup m.said

Tell(p, n) == rec' = [rec EXCEPT ![p] = Append(@, Record(n))]
Told(n, p) == [n EXCEPT !.heard[p] = Len(rec[p]) + 1]

Rest(f) == SubSeq(f.items, f.acc + 1, Len(f.items))
Messages(items) == {<<items[i].s, items[i].k>> : i \in {j \in 1..Len(items) : items[j].kind = "message"}}

-------------------------------------------------------------------------------
(* What becomes of messages that are bound to a node that crashed.           *)

Newest(n, p, q) == IF q = p THEN Record(n) ELSE IF n.heard[q] = 0 THEN NoRecord ELSE rec[q][n.heard[q]]

Rescue(n, p, q) ==
  LET f == n.out[q]
      unsent == SubSeq(f.items, f.wire + 1, Len(f.items))
      doubtful == SubSeq(f.items, 1, f.wire)
      m == [n EXCEPT !.out[q] = NoFlow, !.said = @ \cup Messages(doubtful)]
  IN IF Flaw = "sends again" THEN PutBack([n EXCEPT !.out[q] = NoFlow], p, f.items)
     ELSE PutBack(m, p, unsent)

RECURSIVE TakenOver(_, _, _)
TakenOver(n, p, from) ==
  LET q == from.owner
      r == Newest(n, p, q)
      m == Rescue(Abandon(n, q, from.epoch), p, q)
  IN IF q = 0 \/ Flaw = "strands" THEN n
     ELSE IF /\ q \in n.gone /\ q \notin n.closed \cup n.left /\ Current(n, q) = q
             /\ r.live /\ r.claim = from.epoch
             /\ n.owner # q /\ n.epoch > from.epoch
          THEN TakenOver(m, p, r.from)
          ELSE TakenOver(n, p, r.from)

RECURSIVE RescueAll(_, _, _)
RescueAll(n, p, lost) ==
  IF lost = {} THEN n
  ELSE LET q == CHOOSE q \in lost : TRUE
       IN RescueAll(IF n.owner # q /\ n.out[q].items # <<>> THEN Rescue(n, p, q) ELSE n, p, lost \ {q})

\* Owners have changed: NamesDuty.onOwnersChanged.
Changed(n, p) ==
  LET o == n.owner
      m == IF o = 0 THEN n ELSE TakenOver(n, p, Newest(n, p, o).from)
  IN OnOwnersChanged(RescueAll(m, p, m.given), p)

-------------------------------------------------------------------------------
(* What a node hears of another.                                             *)

InDoubt(n, q) ==
  LET inheritor == Current(n, q)
  IN \/ \E x \in n.awaited : Current(n, x) = inheritor
     \/ \E f \in n.olds : Current(n, f.peer) = inheritor

OnSuccessor(n, p, former, q) ==
  LET m1 == [n EXCEPT !.succ[former] = q, !.left = @ \cup {former}]
      m2 == IF m1.owner = former THEN Changed([m1 EXCEPT !.owner = 0], p) ELSE m1
      mine == Current(m2, former) = p /\ Flaw # "awaits itself"
      m3 == IF mine \/ former \in m2.closed THEN m2 ELSE [m2 EXCEPT !.awaited = @ \cup {former}]
  IN IF InDoubt(m3, former) THEN m3 ELSE ChangeWay(m3, p, former, q)

\* What p's former names have in doubt with any of these names, the oldest first.
RECURSIVE OldItems(_, _)
OldItems(n, fs) ==
  IF fs = {} THEN <<>>
  ELSE LET f == CHOOSE f \in fs : TRUE
       IN Rest(nd[f.self].out[f.peer]) \o OldItems(n, fs \ {f})

RECURSIVE TakeAll(_, _)         \* what these peers did not accept
TakeAll(n, names) ==
  IF names = <<>> THEN <<>> ELSE Rest(n.out[Head(names)]) \o TakeAll(n, Tail(names))

RECURSIVE ChangeWays(_, _, _)
ChangeWays(n, p, names) ==
  IF names = {} THEN n
  ELSE LET q == CHOOSE q \in names : TRUE
       IN ChangeWays(ChangeWay(n, p, q, Current(n, q)), p, names \ {q})

\* FlowDuty.onSettled: what these names did not accept goes out anew, the oldest first.
OnSettled(n, p, names, olds) ==
  LET items == OldItems(n, olds) \o TakeAll(n, names)
      all == {names[i] : i \in 1..Len(names)}
      m == [n EXCEPT !.closed = @ \cup all, !.awaited = @ \ all, !.olds = @ \ olds,
                     !.out = [q \in Node |-> IF q \in all THEN NoFlow ELSE n.out[q]]]
      back == PutBack(m, p, items)
      returned == {back.chan[g].via : g \in {h \in Channels(back) : IsOpen(back.chan[h])}}
  IN ChangeWays(back, p, all \cup {f.peer : f \in olds}
                 \cup {q \in returned : Current(back, q) # q /\ ~InDoubt(back, q)})

OnLeftForGood(n, p, q, r) ==
  LET names == SelectSeq(IF r.former = 0 THEN <<q>> ELSE <<r.former, q>>,
                         LAMBDA x : x \notin n.closed)
      olds == {f \in n.olds : f.peer \in {q, r.former}}
      knows == Flaw # "no positions" \/ p \in r.informed
      m0 == [n EXCEPT !.behind[q] = [told |-> TRUE, ways |-> r.ways]]
      m == IF (names # <<>> \/ olds # {}) /\ knows THEN OnSettled(m0, p, names, olds) ELSE m0
  IN Inherit(m, p, q, r.ways, Cardinality(Node))

\* p takes in record i of q: Owners.update, and what follows from it.
Learn(n, p, q, i) ==
  LET old == IF n.heard[q] = 0 \/ q \in n.left THEN NoRecord ELSE rec[q][n.heard[q]]
      raw == rec[q][i]
      r == IF n.succ[q] # 0 /\ ~raw.left
           THEN [raw EXCEPT !.left = TRUE, !.told = FALSE, !.live = FALSE, !.ways = {}] ELSE raw
      n1 == [n EXCEPT !.heard[q] = i, !.left = IF r.left THEN @ \cup {q} ELSE @]
      vacates == old.live /\ ~(r.live /\ r.claim >= old.claim) /\ n.owner = q /\ n.epoch = old.claim
      n2 == IF vacates THEN [n1 EXCEPT !.owner = 0] ELSE n1
      wins == r.live /\ (r.claim > n2.epoch \/ (r.claim = n2.epoch /\ n2.owner # 0 /\ q > n2.owner))
      frees == ~r.live /\ r.claim > n2.epoch
      n3 == IF wins THEN [n2 EXCEPT !.owner = q, !.epoch = r.claim]
            ELSE IF frees THEN [n2 EXCEPT !.owner = 0, !.epoch = r.claim] ELSE n2
      n4 == IF vacates \/ wins \/ frees THEN Changed(n3, p) ELSE n3
      now == Current(n4, q)
      n5 == IF r.former # 0 /\ Current(n4, r.former) # now THEN OnSuccessor(n4, p, r.former, now) ELSE n4
  IN IF r.left /\ r.told THEN OnLeftForGood(n5, p, q, r) ELSE n5

\* From whom p can hear record i of q.  One who left in order has made sure that somebody
\* who is there has its last record.
Sources(p, q, i) ==
  {x \in Node \ {p} : /\ Reach(p, x)
                      /\ \/ x \in Alive /\ nd[x].heard[q] >= i
                         \/ x = q /\ nd[q].st \in {"gone", "away"}}

Hear(p, q, i) ==
  /\ p \in Alive /\ q # p /\ i > nd[p].heard[q] /\ i <= Len(rec[q])
  /\ nd[p].former # q
  /\ Sources(p, q, i) # {}
  /\ Become(p, Learn(nd[p], p, q, i))
  /\ UNCHANGED <<rec, token, cut, cuts, root, sent, taken, quiet>>

-------------------------------------------------------------------------------
(* Messages.                                                                 *)

CanSend(p) == nd[p].st = "up" /\ root[p] \in Senders /\ sent[root[p]] < MaxSent
Send(p) ==
  /\ CanSend(p)
  /\ LET s == root[p]
     IN /\ sent' = [sent EXCEPT ![s] = @ + 1]
        /\ Become(p, Dispatch(nd[p], p, Own, Item("message", s, sent[s] + 1, Own, 0)))
  /\ UNCHANGED <<rec, token, cut, cuts, root, taken, quiet>>

\* What comes next in a flow: delivered if it was resolved to p at this very epoch.
OnItem(n, p, x) ==
  LET y == [x EXCEPT !.g = x.at]
  IN IF x.kind # "way" /\ n.owner = p /\ n.epoch = x.at THEN Deliver(n, y)
     ELSE Dispatch(n, p, x.at, y)

Arrive(p, q) ==
  /\ p \in Receiving /\ q # p /\ Reach(p, q)
  /\ nd[q].st \in {"up", "drain", "close", "away"}
  /\ LET f == nd[q].out[p]
         m == Drain(OnItem(nd[p], p, f.items[f.acc + 1]), p)
     IN /\ Len(f.items) > f.acc
        /\ nd' = [nd EXCEPT ![p] = [m EXCEPT !.said = {}],
                            ![q].out[p] = IF AcksLag THEN [f EXCEPT !.acc = @ + 1]
                                                     ELSE [f EXCEPT !.items = Tail(@)]]
        /\ said' = said \cup m.said
  /\ UNCHANGED <<rec, token, cut, cuts, root, sent, taken, quiet>>

\* The sender hears how far its messages were accepted.
Acknowledge(p, q) ==
  /\ p \in Alive /\ q \in Alive /\ Reach(p, q) /\ nd[p].out[q].acc > 0
  /\ nd' = [nd EXCEPT ![p].out[q] = [@ EXCEPT !.items = Rest(nd[p].out[q]), !.acc = 0]]
  /\ UNCHANGED <<rec, token, cut, cuts, root, sent, taken, said, quiet>>

OnAck(p, q, a) ==
  /\ p \in Receiving /\ q \in Alive /\ Reach(p, q) /\ a.to = p
  /\ LET m == Drain(IF a.s = p THEN OnFenceAck(nd[p], p, a.id, q, a.at) ELSE nd[p], p)
     IN /\ nd' = [nd EXCEPT ![q].acks = @ \ {a}, ![p] = [m EXCEPT !.said = {}]]
        /\ said' = said \cup m.said
  /\ UNCHANGED <<rec, token, cut, cuts, root, sent, taken, quiet>>

\* The application receives a message.
Receive(p) ==
  /\ p \in Alive /\ nd[p].box # <<>>
  /\ LET x == Head(nd[p].box) IN taken' = [taken EXCEPT ![x.s] = Append(@, x.k)]
  /\ nd' = [nd EXCEPT ![p].box = Tail(@)]
  /\ UNCHANGED <<rec, token, cut, cuts, root, sent, said, quiet>>

\* A fence that nobody has any more is sent again.
IsLost(p, id) ==
  /\ \A q \in Node, r \in Node : \A i \in (nd[q].out[r].acc + 1)..Len(nd[q].out[r].items) :
       LET x == nd[q].out[r].items[i] IN ~(x.kind = "fence" /\ x.s = p /\ x.k = id)
  /\ \A q \in Node : \A g \in Channels(nd[q]) : \A i \in 1..Len(nd[q].chan[g].held) :
       LET x == nd[q].chan[g].held[i] IN ~(x.kind = "fence" /\ x.s = p /\ x.k = id)
  /\ \A q \in Node : \A a \in nd[q].acks : ~(a.s = p /\ a.id = id)
Resend(p, g) ==
  LET c == nd[p].chan[g]
      x == Item("fence", p, c.fence, Own, 0)
  IN /\ p \in Alive /\ c.fence # 0 /\ ~c.unsettled
     /\ c.via \notin nd[p].closed \cup nd[p].left \cup nd[p].gone
     /\ Become(p, IF c.via = p THEN OnFence(nd[p], p, x, c.at) ELSE Forward(nd[p], p, c.via, x, c.at))
     /\ UNCHANGED <<rec, token, cut, cuts, root, sent, taken, quiet>>

-------------------------------------------------------------------------------
(* Ownership.                                                                *)

\* p's own claim has changed: its own record is the first that it hears.
Claimed(n, p) ==
  LET m == Told(n, p) IN Changed([m EXCEPT !.owner = IF m.live THEN p ELSE 0,
                                           !.epoch = IF m.claim > @ THEN m.claim ELSE @], p)

Unclaim(n, p) ==
  LET m == Claimed([n EXCEPT !.live = FALSE, !.from = Nobody], p)
  IN IF Flaw = "received after release" THEN m
     ELSE PutBack([m EXCEPT !.box = <<>>], p, Unreceived(n.box, n.epoch))

Release(p) ==
  /\ p \in Releasers /\ nd[p].st = "up" /\ nd[p].live /\ nd[p].claim < MaxEpoch
  /\ token' = nd[p].claim
  /\ Become(p, Unclaim(nd[p], p))
  /\ Tell(p, [nd[p] EXCEPT !.live = FALSE, !.from = Nobody])
  /\ UNCHANGED <<cut, cuts, root, sent, taken, quiet>>

Claim(p, epoch, from) ==
  LET n == [nd[p] EXCEPT !.claim = epoch, !.live = TRUE, !.from = from, !.tent = 0]
  IN Become(p, Claimed(n, p)) /\ Tell(p, n)

Assume(p) ==
  /\ nd[p].st = "up" /\ p \in Takers /\ token # 0
  /\ Claim(p, 1 + Max({token, nd[p].epoch}), Nobody)
  /\ token' = 0
  /\ UNCHANGED <<cut, cuts, root, sent, taken, quiet>>

\* The owner has crashed, and p knows of nobody else who has it.
TakeOver(p) ==
  /\ nd[p].st = "up" /\ p \in Takers /\ token = 0 /\ nd[p].epoch < MaxEpoch
  /\ \A q \in Alive : ~nd[q].live /\ \A x \in Node : nd[q].heard[x] <= nd[p].heard[x]
  /\ \E q \in Node : nd[q].st = "dead" /\ nd[q].live
  /\ nd[p].owner \in {0} \cup nd[p].gone
  /\ Claim(p, 1 + nd[p].epoch,
           IF nd[p].owner = 0 THEN Nobody ELSE [owner |-> nd[p].owner, epoch |-> nd[p].epoch])
  /\ UNCHANGED <<token, cut, cuts, root, sent, taken, quiet>>

-------------------------------------------------------------------------------
(* Leaving.                                                                  *)

\* It releases all that it assumes, and takes back what was not received.
BeginLeave(p, log) ==
  /\ nd[p].st = "up" /\ nd[p].claim < MaxEpoch /\ nd[p].tent = 0
  /\ log \/ ~CanSend(p)   \* one that sends less is a smaller model
  /\ LET n == [nd[p] EXCEPT !.st = "drain", !.log = log, !.tent = IF @ # 0 THEN @ ELSE
                 IF log /\ nd[p].live THEN nd[p].claim ELSE 0]
         m == [n EXCEPT !.live = FALSE, !.from = Nobody]
     IN /\ Become(p, IF n.live THEN Unclaim(n, p) ELSE Told(n, p))
        /\ Tell(p, m)
        /\ token' = IF n.live THEN n.claim ELSE token
  /\ UNCHANGED <<cut, cuts, root, sent, taken, quiet>>

\* Fences along all open ways, so that they become known to be clear.
RECURSIVE SendAll(_, _, _)
SendAll(n, p, gs) ==
  IF gs = {} THEN n
  ELSE LET g == FirstOf(gs)
           c == n.chan[g]
       IN SendAll(IF c.fence = 0 /\ ~c.unsettled /\ IsUnderWay(c)
                  THEN SendFence(n, p, g) ELSE n, p, gs \ {g})
SendFences(p) ==
  /\ nd[p].st = "drain"
  /\ \E g \in Channels(nd[p]) :
       LET c == nd[p].chan[g] IN c.fence = 0 /\ ~c.unsettled /\ IsUnderWay(c)
  /\ Become(p, SendAll(nd[p], p, Channels(nd[p])))
  /\ UNCHANGED <<rec, token, cut, cuts, root, sent, taken, quiet>>

Stays(n, p, k) ==
  /\ k # p /\ n.heard[k] > 0 /\ ~rec[k][n.heard[k]].leaving
  /\ k \notin n.left \cup n.closed \cup n.gone /\ Reach(p, k)
MayKeep(p) ==
  IF Flaw = "no keeper" THEN {}
  ELSE IF nd[p].keeper # 0 /\ Stays(nd[p], p, nd[p].keeper) THEN {nd[p].keeper}
  ELSE {k \in Node : Stays(nd[p], p, k)}

\* On every link, what a node tells of itself goes ahead of its messages: so a keeper has heard
\* what the leaver has released.  If not, it might send back what it is to keep.
Keepers(p) == {k \in MayKeep(p) : nd[k].heard[p] = Len(rec[p]) \/ Flaw = "late record"}

\* Not before earlier messages are accepted: the keeper's fence follows them in another flow.
HasAccepted(p, q) ==
  \/ nd[p].out[q].items = <<>> \/ q \in nd[p].closed \cup nd[p].given
  \/ Flaw = "gives too early"

MayGive(p) ==
  /\ MayKeep(p) # {}
  /\ \A g \in Channels(nd[p]) : IsOpen(nd[p].chan[g]) => HasAccepted(p, nd[p].chan[g].via)

GiveToKeeper(p) ==
  /\ nd[p].st \in {"drain", "close"} /\ ~nd[p].log /\ nd[p].owner = 0 /\ HoldsAny(nd[p])
  /\ MayGive(p)
  /\ \E k \in Keepers(p) : Become(p, [GiveTo(nd[p], p, k) EXCEPT !.keeper = k])
  /\ UNCHANGED <<rec, token, cut, cuts, root, sent, taken, quiet>>

\* Whether nothing is left that could be handed over.  With a log, and to peers that are not
\* there, it is not waited for for ever.
HandedOver(p) ==
  LET n == nd[p]
      isThere(q) == Reach(p, q) /\ nd[q].st \in {"up", "drain", "close"}
  IN /\ n.owner # 0 /\ isThere(n.owner) => ~HasUnderWay(n) /\ ~HoldsAny(n)
     /\ n.owner = 0 /\ HoldsAny(n) => ~MayGive(p)
     /\ \A q \in Node \ n.closed : isThere(q) => n.out[q].items = <<>>
     /\ \A a \in n.acks : ~isThere(a.to)

Close(p) ==
  /\ nd[p].st = "drain" /\ (nd[p].log \/ HandedOver(p))
  /\ LET drained == ~HoldsAny(nd[p]) /\ ~HasUnderWay(nd[p])
     IN nd' = [nd EXCEPT ![p] = [@ EXCEPT !.st = "close", !.drained = drained,
                                          !.ways = IF drained THEN WaysForOthers(nd[p]) ELSE {}]]
  /\ UNCHANGED <<rec, token, cut, cuts, root, sent, taken, said, quiet>>

\* p hears from q in person that q takes no more, and how much of p's it took.
OnClose(p, q) ==
  /\ p \in Receiving /\ nd[q].st = "close" /\ Reach(p, q) /\ p \notin nd[q].told
  /\ LET n == nd[p]
         isFirst == q \notin n.closed
         back == IF isFirst THEN Rest(n.out[q]) ELSE <<>>
         m1 == [n EXCEPT !.closed = @ \cup {q}, !.out[q] = IF isFirst THEN NoFlow ELSE @,
                         !.awaited = @ \ {q}]
         m2 == IF Len(rec[q]) > m1.heard[q] THEN Learn(m1, p, q, Len(rec[q])) ELSE m1
         m3 == PutBack(m2, p, back)
         m4 == IF ~isFirst \/ InDoubt(m3, q) THEN m3
               ELSE IF nd[q].drained THEN Inherit(m3, p, q, nd[q].ways, Cardinality(Node))
               ELSE IF Current(m3, q) # q THEN ChangeWay(m3, p, q, Current(m3, q)) ELSE m3
         m == Drain(m4, p)
     IN /\ nd' = [nd EXCEPT ![p] = [m EXCEPT !.said = {}], ![q].told = @ \cup {p}]
        /\ said' = said \cup m.said
  /\ UNCHANGED <<rec, token, cut, cuts, root, sent, taken, quiet>>

\* All is said; the last record tells those who could not be told.  What could not be handed
\* over is in the log, or reported.
Conclude(p) ==
  /\ nd[p].st = "close"
  /\ \/ nd[p].log
     \/ /\ nd[p].owner = 0 /\ HoldsAny(nd[p]) => ~MayGive(p)
        /\ \A q \in Alive \ nd[p].closed : Reach(p, q) => nd[p].out[q].items = <<>>
        /\ \A q \in Receiving \ nd[p].closed : Reach(p, q) /\ q # p => q \in nd[p].told
        /\ p \notin cut
  /\ LET n == Told([nd[p] EXCEPT !.st = IF nd[p].log THEN "away" ELSE "gone", !.frozen = TRUE,
                                 !.ways = IF nd[p].log THEN {} ELSE WaysForOthers(nd[p])], p)
         left == UNION ({Messages(n.chan[g].held) : g \in Channels(n)}
                        \cup {Messages(Rest(n.out[q])) : q \in Node})
         bare == [n EXCEPT !.chan = NoChannels, !.out = [q \in Node |-> NoFlow], !.acks = {}]
     IN /\ Tell(p, n)
        /\ nd' = [nd EXCEPT ![p] = IF n.log THEN [n EXCEPT !.acks = {}] ELSE bare]
        /\ said' = IF n.log THEN said ELSE said \cup left
  /\ UNCHANGED <<token, cut, cuts, root, sent, taken, quiet>>

-------------------------------------------------------------------------------
(* Returning.                                                                *)

\* q takes up what p has left in its log.
Return(p, q) ==
  /\ nd[p].st = "away" /\ nd[q].st = "unborn" /\ p \notin cut
  /\ LET b == nd[p]
         doubtful == {r \in Node : b.out[r].items # <<>>}
         chan == [g \in Channels(b) |->
                    LET c == b.chan[g]
                    IN [c EXCEPT !.fence = 0, !.arrived = FALSE,
                                 !.unsettled = c.via \in doubtful /\ IsOpen(c)]]
         n == [Fresh(q) EXCEPT !.st = "up", !.owner = 0, !.epoch = 0,
                 !.chan = chan, !.last = b.last, !.tent = b.tent,
                 !.claim = IF b.tent = 0 /\ b.claim # 0 THEN b.claim ELSE 0,
                 !.former = p, !.left = {p}, !.closed = {p},
                 !.heard = [r \in Node |-> 0],
                 !.olds = {[self |-> p, peer |-> r] : r \in doubtful} \cup b.olds]
         m == OnSuccessor([Told(n, q) EXCEPT !.closed = {}], q, p, q)
     IN /\ nd' = [nd EXCEPT ![p] = [b EXCEPT !.st = "gone", !.chan = NoChannels, !.olds = {}],
                            ![q] = Drain(m, q)]
        /\ Tell(q, n)
  /\ root' = [root EXCEPT ![q] = root[p]]
  /\ UNCHANGED <<token, cut, cuts, sent, taken, said, quiet>>

\* The node has heard what others know: it assumes what nobody has assumed since it left.
Confirm(p) ==
  /\ nd[p].st = "up" /\ nd[p].tent # 0
  /\ \/ Flaw = "not tentative"
     \/ \A q \in Alive \ {p} : Reach(p, q) /\ \A x \in Node : nd[q].heard[x] <= nd[p].heard[x] \/ x = nd[p].former
  /\ IF nd[p].epoch > nd[p].tent
     THEN /\ nd' = [nd EXCEPT ![p].tent = 0]
          /\ UNCHANGED <<rec, token, said>>
     ELSE /\ Claim(p, nd[p].tent + 1, Nobody)
          /\ token' = 0
  /\ UNCHANGED <<cut, cuts, root, sent, taken, quiet>>

\* Who has inherited names tells how far it had accepted what went to them: no more is taken.
Settle(p, q) ==
  LET n == nd[p]
      names == SelectSeq([i \in 1..Cardinality(Node) |-> i],
                         LAMBDA x : x \in n.awaited /\ Current(n, x) = q)
      olds == {f \in n.olds : Current(n, f.peer) = q}
  IN /\ p \in Receiving /\ q \in Receiving /\ Reach(p, q) /\ p # q
     /\ q \notin n.left \cup n.closed
     /\ names # <<>> \/ olds # {}
     /\ LET m == Drain(OnSettled(n, p, names, olds), p)
        IN /\ said' = said \cup m.said
           /\ nd' = [x \in Node |->
                IF x = p THEN [m EXCEPT !.said = {}]
                ELSE [nd[x] EXCEPT !.out = [r \in Node |->
                        IF [self |-> x, peer |-> r] \in olds THEN NoFlow ELSE nd[x].out[r]]]]
     /\ UNCHANGED <<rec, token, cut, cuts, root, sent, taken, quiet>>

-------------------------------------------------------------------------------
(* Faults.                                                                   *)

Crash(p) ==
  /\ p \in Crashers /\ nd[p].st = "up"
  /\ LET n == nd[p]
     IN said' = said \cup Messages(n.box)
                  \cup UNION {Messages(n.chan[g].held) : g \in Channels(n)}
                  \cup UNION {Messages(Rest(n.out[q])) : q \in Node}
  /\ nd' = [nd EXCEPT ![p] = [@ EXCEPT !.st = "dead", !.box = <<>>, !.acks = {},
                                       !.chan = NoChannels, !.out = [q \in Node |-> NoFlow]]]
  /\ UNCHANGED <<rec, token, cut, cuts, root, sent, taken, quiet>>

\* p notices that there is no way to q; so many messages may have left it.
Notice(p, q) ==
  /\ p \in Alive /\ nd[q].st = "dead" /\ q \notin nd[p].gone
  /\ LET f == nd[p].out[q]
     IN \E w \in {f.acc, Len(f.items)} :
          Become(p, Changed([nd[p] EXCEPT !.gone = @ \cup {q}, !.out[q].wire = w], p))
  /\ UNCHANGED <<rec, token, cut, cuts, root, sent, taken, quiet>>

\* p no longer waits for q: ways through it to what others assume now are given up.
LeadsToFormerOwner(n, c) == n.owner # 0 /\ ~(c.via = n.owner /\ c.at = n.epoch)
RECURSIVE GiveUpWays(_, _, _, _)
GiveUpWays(n, p, q, gs) ==
  IF gs = {} THEN n
  ELSE LET g == FirstOf(gs)
           isLost == g \in Channels(n) /\ n.chan[g].via = q /\ LeadsToFormerOwner(n, n.chan[g])
       IN GiveUpWays(IF isLost THEN ClearWay(n, p, g) ELSE n, p, q, gs \ {g})
GiveUp(p, q) ==
  /\ GivesUp /\ p \in Alive /\ q \in nd[p].gone \ nd[p].given
  /\ LET n == RescueAll([nd[p] EXCEPT !.given = @ \cup {q}], p, {q})
     IN Become(p, GiveUpWays(n, p, q, Channels(n)))
  /\ UNCHANGED <<rec, token, cut, cuts, root, sent, taken, quiet>>

\* Fences.tend: a way through a node that is given up may lead to a former owner now.
Tend(p, g) ==
  /\ p \in Alive /\ nd[p].chan[g].via \in nd[p].given /\ LeadsToFormerOwner(nd[p], nd[p].chan[g])
  /\ Become(p, ClearWay(nd[p], p, g))
  /\ UNCHANGED <<rec, token, cut, cuts, root, sent, taken, quiet>>

CutOff(p) ==
  /\ p \in CutNodes \ cuts /\ cut = {} /\ nd[p].st \in {"up", "drain"}
  /\ cut' = {p} /\ cuts' = cuts \cup {p}
  /\ UNCHANGED <<nd, rec, token, root, sent, taken, said, quiet>>
Heal ==
  /\ cut # {} /\ cut' = {}
  /\ UNCHANGED <<nd, rec, token, cuts, root, sent, taken, said, quiet>>

-------------------------------------------------------------------------------
System ==
  \/ \E p \in Node :
       \/ \E q \in Node : \/ Arrive(p, q) \/ Acknowledge(p, q) \/ OnClose(p, q) \/ Settle(p, q)
                          \/ Notice(p, q) \/ GiveUp(p, q) \/ Return(p, q)
                          \/ \E a \in nd[q].acks : OnAck(p, q, a)
                          \/ Hear(p, q, Len(rec[q]))   \* the newest one replaces those before
       \/ Receive(p) \/ Assume(p) \/ TakeOver(p) \/ Confirm(p)
       \/ \E g \in Channels(nd[p]) : Tend(p, g)
       \/ \E g \in Channels(nd[p]) : nd[p].chan[g].fence # 0 /\ IsLost(p, nd[p].chan[g].fence) /\ Resend(p, g)
       \/ SendFences(p) \/ GiveToKeeper(p) \/ Close(p) \/ Conclude(p)
  \/ Heal

Environment == ~quiet /\ \E p \in Node :
  \/ Send(p) \/ Release(p) \/ Crash(p) \/ CutOff(p)
  \/ p \in Leavers /\ BeginLeave(p, FALSE)
  \/ p \in Loggers /\ BeginLeave(p, TRUE)

\* When all is sent, nothing else may happen but what the system does by itself.  Then it comes
\* to rest (each of its steps brings it further), and all must have been received: if not, it
\* can do nothing more, which TLC reports as a deadlock.
AllReceived == \A s \in Senders : \A k \in 1..sent[s] :
  k \in {taken[s][i] : i \in 1..Len(taken[s])} \/ <<s, k>> \in said
AllLeft == \A p \in Node : nd[p].st \notin {"drain", "close", "away"}
Hush ==
  /\ ~quiet /\ \A p \in Node : ~CanSend(p)
  /\ quiet' = TRUE
  /\ UNCHANGED <<nd, rec, token, cut, cuts, root, sent, taken, said>>
Done == quiet /\ AllReceived /\ AllLeft /\ UNCHANGED vars

Next == System \/ Environment \/ Hush \/ Done

Spec == Init /\ [][Next]_vars

-------------------------------------------------------------------------------
(* Safety.                                                                   *)

TypeOK ==
  /\ \A p \in Node : /\ nd[p].owner \in Node \cup {0} /\ nd[p].epoch \in 0..MaxEpoch
                     /\ nd[p].inbox = <<>>
                     /\ \A g \in Channels(nd[p]) : LET c == nd[p].chan[g] IN
                          /\ ~IsIdle(c) /\ EpochOf(g) <= MaxEpoch
                          /\ c.fence # 0 => IsOpen(c)
                          /\ \A i \in 1..Len(c.held) : c.held[i].g = g
  /\ token \in 0..MaxEpoch

\* Each message is received at most once, and in order; only reported ones are left out.
InOrder == \A s \in Senders : \A i \in 1..Len(taken[s]) :
  /\ i > 1 => taken[s][i] > taken[s][i - 1]
  /\ \A k \in 1..taken[s][i] : k \in {taken[s][j] : j \in 1..i} \/ <<s, k>> \in said

\* Nothing is about to be received where it is not assumed.
AtOwner == \A p \in Node : nd[p].box # <<>> => nd[p].live

\* At most one living node assumes the virtual node.
OneOwner == Cardinality({p \in Node : nd[p].st # "dead" /\ nd[p].live}) <= 1

\* What was sent is received, or in just one place, or reported.
Count(items, s, k) ==
  Len(SelectSeq(items, LAMBDA x : x.kind = "message" /\ x.s = s /\ x.k = k))
RECURSIVE Sum(_, _)
Sum(f, S) == IF S = {} THEN 0 ELSE LET x == CHOOSE x \in S : TRUE IN f[x] + Sum(f, S \ {x})
\* What a former name had sent is there as long as it is in doubt.
IsBound(p, q) == nd[p].st # "gone" \/ \E r \in Node : [self |-> p, peer |-> q] \in nd[r].olds
Places(s, k) ==
  Sum([p \in Node |-> Count(nd[p].box, s, k)
          + Sum([g \in Channels(nd[p]) |-> Count(nd[p].chan[g].held, s, k)], Channels(nd[p]))
          + Sum([q \in Node |-> IF IsBound(p, q) THEN Count(Rest(nd[p].out[q]), s, k) ELSE 0],
                Node)], Node)
  + Cardinality({i \in 1..Len(taken[s]) : taken[s][i] = k})
ExactlyOnce == \A s \in Senders : \A k \in 1..sent[s] :
  LET n == Places(s, k) IN n <= 1 /\ (n = 1 \/ <<s, k>> \in said)

\* Where nobody crashes or is cut off, and somebody stays, nothing need be reported.
NothingSaid == said = {}

-------------------------------------------------------------------------------
(***************************************************************************)
(* What TLC found (tla/README.md has all models):                          *)
(*                                                                         *)
(*   states   depth                                                        *)
(*    5,488     24   the owner leaves for good               safe, settles *)
(*    2,243     22   a leaver gives to a keeper              safe, settles *)
(*    5,422     36   a keeper is on the way it waits for     safe, settles *)
(*      471     14   the owner crashes, is taken over        safe, settles *)
(*   93,890     36   a sender leaves while ownership moves   safe, settles *)
(*   74,360     26   two moves, messages not received        safe, settles *)
(*                                                                         *)
(* gives too early  the code did this: the fence of a keeper takes another *)
(*                  flow than the leaver's earlier messages, and overtakes *)
(*                  them after 14 steps                                    *)
(* one line         the code did this: a keeper that is on the way which a *)
(*                  mark tells of holds up its own fence (MCDeparture)     *)
(* late record      a keeper that has not heard of the release sends back  *)
(*                  what it is to keep, and both wait for each other       *)
(***************************************************************************)

===============================================================================
