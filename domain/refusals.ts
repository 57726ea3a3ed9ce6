// Every refusal that a decider can give, with its code, text and HTTP status, in order of precedence:
// where several apply, the first in this list is given.
export const refusals = {
  account_missing: { status: 404, error: 'Account not found' },
  account_exists: { status: 409, error: 'Account already exists' },
  account_closed: { status: 409, error: 'Account is closed' },
  account_blocked: { status: 403, error: 'Account is blocked' },
  not_a_bettor: { status: 403, error: 'Admins do not bet' },
  not_an_admin: { status: 403, error: 'Unauthorized: Admin access required' },
  super_admin_required: { status: 403, error: 'Only a super admin may do this' },
  super_admin_protected: { status: 403, error: 'Super admins cannot be blocked' },
  not_the_creator: {
    status: 403,
    error: 'Only the admin who created this user or super admins can change their password',
  },
  own_account: { status: 403, error: 'You cannot do this to your own account' },
  slip_empty: { status: 400, error: 'Your bet slip is empty.' },
  too_many_legs: { status: 400, error: 'A parlay has 2 to 20 legs.' },
  same_fixture_twice: { status: 400, error: 'A parlay takes one selection per event.' },
  event_closed: { status: 409, error: 'Game is finished - betting closed' },
  odds_changed: { status: 409, error: 'Some odds have changed. Please review your selections.' },
  stake_invalid: { status: 400, error: 'Please enter a valid stake amount.' },
  stake_too_small: { status: 400, error: 'The minimum stake is 0.10.' },
  amount_invalid: { status: 400, error: 'Please enter a valid amount.' },
  debt_outstanding: { status: 409, error: 'An outstanding debt must be paid first.' },
  insufficient_funds: { status: 409, error: 'Insufficient funds. Please deposit more funds to place this bet.' },
  payout_too_large: { status: 409, error: 'The potential win is above the limit for one bet.' },
  float_too_small: { status: 409, error: 'Insufficient admin balance' },
  balance_too_small: { status: 409, error: 'Insufficient balance' },
  bet_missing: { status: 404, error: 'Bet not found' },
  bet_not_open: { status: 409, error: 'This bet is already settled' },
  bet_undecided: { status: 409, error: 'This bet cannot be decided yet' },
  transfer_missing: { status: 404, error: 'Transfer not found' },
  fixture_missing: { status: 404, error: 'Event not found' },
  fixture_exists: { status: 409, error: 'Event already listed' },
  fixture_closed: { status: 409, error: 'This event already has a result' },
  result_missing: { status: 409, error: 'This event has no result yet' },
  password_replaced: { status: 409, error: 'The password was changed meanwhile' },
  key_reused: { status: 409, error: 'This idempotency key was used for another request' },
} as const satisfies Record<string, { status: number; error: string }>

export type RefusalCode = keyof typeof refusals

export const refuse = (code: RefusalCode, detail?: unknown) =>
  ({
    accepted: false,
    refusal: { code, error: refusals[code].error, ...(detail === undefined ? {} : { detail }) },
  }) as const
