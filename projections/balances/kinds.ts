// The kinds of ledger accounts with totals, in the order of the table's columns.
import type { LedgerAccount } from '#domain/ledger/postings.ts'

export const KINDS = [
  'treasury',
  'floats',
  'wallets',
  'owed',
  'transit',
  'stakes',
  'profit',
  'grants',
  'goodwill',
] as const
export type Kind = (typeof KINDS)[number]

/** Throws if a ledger account is of no kind. */
export function kindOf(account: LedgerAccount): Kind {
  if (account === 'treasury') return 'treasury'
  if (account === 'house:profit') return 'profit'
  if (account === 'house:grants') return 'grants'
  if (account === 'house:goodwill') return 'goodwill'
  if (account.endsWith(':float')) return 'floats'
  if (account.endsWith(':wallet')) return 'wallets'
  if (account.endsWith(':owed')) return 'owed'
  if (account.startsWith('transit:')) return 'transit'
  if (account.startsWith('bet:')) return 'stakes'
  throw new Error(`no total is kept of ${account}`)
}
