----------------------------- MODULE MCMigration -----------------------------
(* What the models of Migration have in common: how they begin, and bounds.  *)
EXTENDS Migration

\* One node is there first and has all; the others join (section 3.6).
OneHasAll == {[q \in Node |-> IF q = p THEN <<0, Size>> ELSE Empty] : p \in Node}

\* Each node but the first has one virtual node, in the order of names, or against it.
Upwards == {[q \in Node |-> IF q = 1 THEN <<0, Size - Cardinality(Node) + 1>>
               ELSE <<Size - Cardinality(Node) + q - 1, Size - Cardinality(Node) + q>>]}
Downwards == {[q \in Node |-> IF q = 1 THEN <<Cardinality(Node) - 1, Size>>
               ELSE <<Cardinality(Node) - q, Cardinality(Node) - q + 1>>]}
Settled == Upwards \cup Downwards

\* A bound for models of many nodes: at most two attempts are under way at once.
TwoAtATime == Cardinality({p \in Node : l[p]}) <= 2

===============================================================================
