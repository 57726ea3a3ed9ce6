// Why there is no verdict, in one line each. Any other error is a bug of the tool.

/** The database cannot be reached, or has no ledger. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection'
}

/** There is a ledger, but not everything could be read or written: unverified is not clean. */
export class Incomplete extends Error {
  override readonly name = 'Incomplete'
}

/** An invalid command, setting or file. */
export class Usage extends Error {
  override readonly name = 'Usage'
}
