// Conditions of a query that depend on what is asked for.
import { type FragmentSqlToken, sql } from 'slonik'

/** All of them have to hold; `false` stands for one that is not asked for. */
export const allOf = (conditions: readonly (FragmentSqlToken | false)[]): FragmentSqlToken =>
  sql.fragment`${sql.join([sql.fragment`true`, ...conditions.filter((one) => one !== false)], sql.fragment` and `)}`
