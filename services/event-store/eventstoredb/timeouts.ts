// Timeouts of the server, in milliseconds.
export type Timeouts = {
  /** To reach the server, before a call fails. */
  readonly connect: number
  /** For one reply, before the connection is closed. */
  readonly reply: number
  /** To find out the outcome of an append without a reply. */
  readonly resolve: number
  /** How long a subscription may be silent before the server is asked whether there is more. */
  readonly idle: number
}

/** Their sum is below the 20 seconds within which a command is answered. */
export const TIMEOUTS: Timeouts = { connect: 4_000, reply: 4_000, resolve: 6_000, idle: 2_000 }
