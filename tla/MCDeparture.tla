----------------------------- MODULE MCDeparture ------------------------------
(***************************************************************************)
(* A beginning for models of Departure, in which node 3 is the next on a   *)
(* way that node 2 has open: 2's first message went to 1, which had        *)
(* released the virtual node and sent the message on to 3.  3 has released *)
(* it, too.  2 has heard so, leaves, and gives another message to 3.       *)
(***************************************************************************)
EXTENDS Departure

VARIABLE begun      \* how many steps of the beginning were taken

Beginning(i) ==
  CASE i = 1 -> Send(2)
    [] i = 2 -> Release(1)
    [] i = 3 -> Arrive(1, 2)
    [] i = 4 -> Assume(3)
    [] i = 5 -> Hear(1, 3, 2)
    [] i = 6 -> Arrive(3, 1)
    [] i = 7 -> Receive(3)
    [] i = 8 -> Release(3)
    [] i = 9 -> Hear(2, 1, 2)
    [] i = 10 -> Hear(2, 3, 3)
    [] i = 11 -> Send(2)
    [] i = 12 -> BeginLeave(2, FALSE)
    [] i = 13 -> Hear(3, 2, 2)
    [] i = 14 -> GiveToKeeper(2)

MCInit == Init /\ begun = 0
MCNext ==
  \/ begun < 14 /\ Beginning(begun + 1) /\ begun' = begun + 1
  \/ begun = 14 /\ Next /\ UNCHANGED begun

===============================================================================
