// How long to wait for the server, in milliseconds.
export type Patience = {
  /** How long to try to reach the server before a call is refused. */
  readonly connect: number
  /** How long the server may take for one answer before the connection is given up. */
  readonly answer: number
  /** How long to find out what became of an append that was not answered. */
  readonly resolve: number
  /** How long a subscription may be silent before the server is asked whether there is more. */
  readonly idle: number
}

/** Together less than the 20 seconds in which a command has its answer. */
export const PATIENCE: Patience = { connect: 4_000, answer: 4_000, resolve: 6_000, idle: 2_000 }
