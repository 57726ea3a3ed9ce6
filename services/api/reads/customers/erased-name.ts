// What stands for the name of somebody whose personal data was erased: the same everywhere, and told apart by the id.
import { type FragmentSqlToken, sql } from 'slonik'

/** What they all begin with. */
export const ERASED = 'erased person '
const DIGITS = 8

/** 'erased person 1a2b3c4d'. */
export const erasedName = (account: string): string => ERASED + account.slice(0, DIGITS)

/** The same in a query, of a column with the account's id. */
export const erasedNameOf = (account: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`${ERASED} || left(${account}, ${DIGITS})`
