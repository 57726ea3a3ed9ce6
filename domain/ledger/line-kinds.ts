// The kinds of lines of an account: the words of the statement, of its read model and of the api. Imports nothing, for the screens.

/**
 * goodwill: paid by the house as an admin decided. refund: a stake that came back. reversal: a settlement taken back. debt: paid from the balance, or lent where a reversal took
 * more than it held. returned: a transfer that was not accepted. float: an admin's, set or given back.
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

/** What people read, on screens and in files. */
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
