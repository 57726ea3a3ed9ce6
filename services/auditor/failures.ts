// Why there is no verdict, in one line each. Any other error is a bug of the tool.

/** The database cannot be reached, or has no ledger. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection'
}

/** There is a ledger, but not everything could be read or written: unverified is not clean. */
export class Incomplete extends Error {
  override readonly name: string = 'Incomplete'
}

/** Something else stands where the product has its tables. */
export class Interposed extends Incomplete {
  constructor(tables: readonly string[]) {
    const are =
      tables.length === 1 ? 'is no table, as the product makes it' : 'are no tables, as the product makes them'
    super(`${tables.join(', ')} ${are}: somebody has put a view or a table elsewhere in their place`)
  }
}

/** An invalid command, setting or file. */
export class Usage extends Error {
  override readonly name = 'Usage'
}
