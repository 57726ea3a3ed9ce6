// Why a read cannot be as fresh as requested.

/** The read models did not reach the position in time: 503, to be retried. */
export class NotFreshYet extends Error {
  override readonly name = 'NotFreshYet'
}

/** A read model that the read needs has stopped before the position, and will not reach it on its own: 503. */
export class ReadModelFailed extends Error {
  override readonly name = 'ReadModelFailed'
}

/** Not a token of this log, or of a history that this log does not have, or of an event beyond its end: 400. */
export class UnknownPosition extends Error {
  override readonly name = 'UnknownPosition'
}
