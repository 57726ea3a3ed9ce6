// Why there is no verdict, in one line each. Whatever else is thrown is a fault of the tool.

/** The database cannot be reached, or holds no ledger. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection'
}

/** The ledger is there, but not all that had to be read or written could be: unverified is not clean. */
export class Incomplete extends Error {
  override readonly name = 'Incomplete'
}

/** A command, a setting or a file that the tool cannot work with. */
export class Usage extends Error {
  override readonly name = 'Usage'
}
