------------------------------- MODULE Traces -------------------------------
(* A trace that must be rejected at its ninth step: the source unlocks itself *)
(* before it knows that the sink has assumed what it handed over.             *)
EXTENDS Integers

EagerUnlock == [size |-> 64, first |-> << <<0,64>>, <<0,0>> >>, steps |-> <<
<<2,"BeginTransaction",0,2,1,17,18,"FREE",0,0,TRUE,0,0>>,
<<1,"OnQuery",2,2,1,0,0,"LOCKED",2,1,FALSE,0,64>>,
<<2,"OnOk1",1,2,1,0,0,"LOCKED",2,1,FALSE,0,0>>,
<<2,"SendTake",1,2,1,0,0,"LOCKED",2,1,FALSE,0,0>>,
<<1,"OnTake",2,2,1,0,0,"LOCKED",2,1,FALSE,0,64>>,
<<1,"StartTransfer",2,2,1,32,64,"LOCKED",2,1,FALSE,0,64>>,
<<2,"OnOffer",1,2,1,0,0,"LOCKED",2,1,FALSE,0,0>>,
<<1,"Release",2,2,1,0,0,"LOCKED",2,1,FALSE,0,32>>,
<<1,"SendHandover",2,2,1,0,0,"FREE",0,0,FALSE,0,32>>,
<<2,"OnHandover",1,2,1,0,0,"FREE",0,0,FALSE,32,64>>,
<<1,"OnAssumed",2,2,1,0,0,"FREE",0,0,FALSE,0,32>>>>]

Traces == <<EagerUnlock>>
===============================================================================
