------------------------------- MODULE Traces -------------------------------
(* Two traces that are behaviours of Migration: see TraceMigration. *)
EXTENDS Integers

\* Node 2 joins: 1 grants its lock at once, and gives half of what it has.
Join == [size |-> 64, first |-> << <<0,64>>, <<0,0>> >>, steps |-> <<
<<2,"BeginTransaction",0,2,1,17,18,"FREE",0,0,TRUE,0,0>>,
<<1,"OnQuery",2,2,1,0,0,"LOCKED",2,1,FALSE,0,64>>,
<<2,"OnOk1",1,2,1,0,0,"LOCKED",2,1,FALSE,0,0>>,
<<2,"SendTake",1,2,1,0,0,"LOCKED",2,1,FALSE,0,0>>,
<<1,"OnTake",2,2,1,0,0,"LOCKED",2,1,FALSE,0,64>>,
<<1,"StartTransfer",2,2,1,32,64,"LOCKED",2,1,FALSE,0,64>>,
<<2,"OnOffer",1,2,1,0,0,"LOCKED",2,1,FALSE,0,0>>,
<<1,"Release",2,2,1,0,0,"LOCKED",2,1,FALSE,0,32>>,
<<1,"SendHandover",2,2,1,0,0,"LOCKED",2,1,FALSE,0,32>>,
<<2,"OnHandover",1,2,1,0,0,"FREE",0,0,FALSE,32,64>>,
<<1,"OnAssumed",2,2,1,0,0,"FREE",0,0,FALSE,0,32>>>>]

\* Node 1 leaves: it locks itself first, for its name is the smaller.
LeaveForGood == [size |-> 16, first |-> << <<0,8>>, <<8,16>> >>, steps |-> <<
<<1,"BeginTransaction",0,1,1,8,9,"FREE",0,0,TRUE,0,8>>,
<<2,"OnQuery",1,1,1,0,0,"FREE",0,0,FALSE,8,16>>,
<<1,"OnLockYouFirst",2,1,1,0,0,"LOCKED",1,1,TRUE,0,8>>,
<<2,"OnLock2",1,1,1,0,0,"LOCKED",1,1,FALSE,8,16>>,
<<1,"OnOk2",2,1,1,0,0,"LOCKED",1,1,FALSE,0,8>>,
<<1,"StartTransfer",2,1,1,0,8,"LOCKED",1,1,FALSE,0,8>>,
<<2,"OnOffer",1,1,1,0,0,"LOCKED",1,1,FALSE,8,16>>,
<<1,"Release",2,1,1,0,0,"LOCKED",1,1,FALSE,0,0>>,
<<1,"SendHandover",2,1,1,0,0,"LOCKED",1,1,FALSE,0,0>>,
<<2,"OnHandover",1,1,1,0,0,"FREE",0,0,FALSE,0,16>>,
<<1,"OnAssumed",2,1,1,0,0,"FREE",0,0,FALSE,0,0>>,
<<1,"Leave",0,0,0,0,0,"FREE",0,0,FALSE,0,0>>>>]

Traces == <<Join, LeaveForGood>>
===============================================================================
