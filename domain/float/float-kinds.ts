// The kinds of what moves an admin's float. Imports nothing, for the screens.

/**
 * granted: by a super admin. drawn: from the treasury, within the day's budget or approved. given-back: to the treasury.
 * deposited: to bettors. withdrawn: by them. returned: a deposit that was not accepted.
 */
export const FLOAT_KINDS = ['granted', 'drawn', 'given-back', 'deposited', 'withdrawn', 'returned'] as const
export type FloatKind = (typeof FLOAT_KINDS)[number]
