// The kinds of movements of an admin's float. Imports nothing, so that the screens can load it.

/**
 * granted: by a super admin. drawn: from the treasury, within the day's budget or approved. given-back: to the
 * treasury. deposited: to bettors. withdrawn: by bettors. returned: a deposit that was not accepted.
 */
export const FLOAT_KINDS = ['granted', 'drawn', 'given-back', 'deposited', 'withdrawn', 'returned'] as const
export type FloatKind = (typeof FLOAT_KINDS)[number]

/** The name of each kind, on the screen and in files. */
export const FLOAT_KIND_NAMES: Readonly<Record<FloatKind, string>> = {
  granted: 'Granted',
  drawn: 'Drawn',
  'given-back': 'Given back',
  deposited: 'Deposit',
  withdrawn: 'Withdrawal',
  returned: 'Came back',
}
