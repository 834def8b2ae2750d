package io.phoenix.apps.fuzz;

/** A place where bytes of others come in. */
interface FuzzDoor {

  /** What it is called on the command line. */
  String name();

  /** What comes in there, for people. */
  String what();

  /** How many inputs one trial takes: many, so that what is kept of them adds up. */
  int trialInputs();

  /** Begins anew; the same seed gives the same trial. */
  Trial open(long seed);
}
