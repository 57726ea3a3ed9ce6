// Why there is no verdict, in one line each. Any other error is a bug of the tool.
import { isTransient } from '#services/platform/process/transient-errors.ts'
import { NotResumable } from './spill/not-resumable.ts'

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

/** Of Postgres: this role may not read it. */
const NOT_ALLOWED = '42501'

/** Whether it comes of what stands in a database, and not of what is missing, cannot be reached, or may not be read. */
export function isOfContent(error: unknown): boolean {
  if (error instanceof Incomplete) return error instanceof Interposed
  if (error instanceof NoConnection || error instanceof Usage || error instanceof NotResumable) return false
  return !isTransient(error) && (error as { code?: unknown }).code !== NOT_ALLOWED
}
