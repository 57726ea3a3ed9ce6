// The reasons why an audit gives no verdict, each with a message of one line. Any other error is a bug in the tool.
import { isTransient } from '#services/platform/process/transient-errors.ts'
import { NotResumable } from './spill/not-resumable.ts'

/** The database cannot be reached, or has no ledger. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection'
}

/**
 * There is a ledger, but not all of it could be read or written. Unverified is not clean, so this is a failure of its
 * own.
 */
export class Incomplete extends Error {
  override readonly name: string = 'Incomplete'
}

/** Something other than a table has the name of a table of the product. */
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

/** Postgres's error code if the role may not read something. */
const NOT_ALLOWED = '42501'

/**
 * Whether an error is due to what the database contains, and not to something that is missing, out of reach or not
 * readable by the role.
 */
export function isOfContent(error: unknown): boolean {
  if (error instanceof Incomplete) return error instanceof Interposed
  if (error instanceof NoConnection || error instanceof Usage || error instanceof NotResumable) return false
  return !isTransient(error) && (error as { code?: unknown }).code !== NOT_ALLOWED
}
