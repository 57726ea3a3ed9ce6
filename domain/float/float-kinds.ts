// The kinds of what moves an admin's float. Imports nothing, for the screens.

/**
 * granted: by a super admin. drawn: from the treasury, within the day's budget or approved. given-back: to the treasury.
 * deposited: to bettors. withdrawn: by them. returned: a deposit that was not accepted.
 */
export const FLOAT_KINDS = ['granted', 'drawn', 'given-back', 'deposited', 'withdrawn', 'returned'] as const
export type FloatKind = (typeof FLOAT_KINDS)[number]

/** What people read of a line, on the screen and in the file. */
export const FLOAT_KIND_NAMES: Readonly<Record<FloatKind, string>> = {
  granted: 'Granted',
  drawn: 'Drawn',
  'given-back': 'Given back',
  deposited: 'Deposit',
  withdrawn: 'Withdrawal',
  returned: 'Came back',
}
