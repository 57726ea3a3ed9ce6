// The kinds of lines of an account, as named in the statement, its read model and the api. Imports nothing, so that the
// screens can load it.

/**
 * goodwill: paid by the house because an admin decided so. refund: a stake that went back. reversal: a settlement taken
 * back. debt: paid off from the balance, or lent because a reversal took more than the balance held. returned: a
 * transfer that was not accepted. float: an admin's, set or given back.
 */
export const LINE_KINDS = [
  'stake',
  'return',
  'refund',
  'reversal',
  'debt',
  'grant',
  'goodwill',
  'deposit',
  'withdrawal',
  'returned',
  'float',
] as const
export type LineKind = (typeof LINE_KINDS)[number]

/** The name of each kind, on screens and in files. */
export const LINE_KIND_NAMES: Readonly<Record<LineKind, string>> = {
  stake: 'Bet placed',
  return: 'Bet return',
  refund: 'Bet refunded',
  reversal: 'Settlement taken back',
  debt: 'Debt',
  grant: 'Welcome grant',
  goodwill: 'Goodwill',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  returned: 'Transfer returned',
  float: 'Float',
}
