// The name shown for a person whose personal data was erased: the same everywhere, with the beginning of the id to tell
// them apart.
import { type FragmentSqlToken, sql } from 'slonik'

/** How these names begin. */
export const ERASED = 'erased person '
const DIGITS = 8

/** 'erased person 1a2b3c4d'. */
export const erasedName = (account: string): string => ERASED + account.slice(0, DIGITS)

/** The same in a query, from a column with the account's id. */
export const erasedNameOf = (account: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`${ERASED} || left(${account}, ${DIGITS})`
