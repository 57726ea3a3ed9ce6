// Every refusal that a decider can give: its stable code, and the refusal text that people read. In order of precedence:
// where several apply, the first in this list is given; only `key_reused` goes before all others of its command. Their HTTP
// statuses are in services/api/http/errors/refusal-status.ts, the api's own errors beside it in errors.ts.
import { MAX_LEGS, MIN_PARLAY_LEGS, MIN_STAKE_CENTS } from './limits.ts'
import { formatCents } from './money.ts'

export const refusalTexts = {
  account_missing: 'Account not found',
  account_exists: 'Account already exists',
  account_closed: 'Account is closed',
  account_blocked: 'Account is blocked',
  not_a_bettor: 'Admins do not bet',
  time_out: 'You are taking a time-out. Bets are not accepted until it ends.',
  self_excluded: 'You have excluded yourself. Bets are not accepted until the exclusion ends.',
  not_the_bettor: 'Only the bettor may do this',
  not_an_admin: 'Unauthorized: Admin access required',
  super_admin_required: 'Only a super admin may do this',
  super_admin_protected: 'Super admins cannot be blocked',
  not_the_creator: 'Only the admin who created this user or super admins can change their password',
  not_the_owner: 'Only the owner of an account may do this',
  own_account: 'You cannot do this to your own account',
  slip_empty: 'Your bet slip is empty.',
  too_many_legs: `A parlay has ${MIN_PARLAY_LEGS} to ${MAX_LEGS} legs.`,
  same_fixture_twice: 'A parlay takes one selection per event.',
  event_closed: 'Game is finished - betting closed',
  league_blacklisted: 'Betting on this league is not available.',
  betting_stopped: 'Betting is stopped for the moment.',
  event_stopped: 'Betting on this event is stopped for the moment.',
  market_stopped: 'Betting on this market is stopped for the moment.',
  odds_changed: 'Some odds have changed. Please review your selections.',
  stake_invalid: 'Please enter a valid stake amount.',
  stake_too_small: `The minimum stake is ${formatCents(MIN_STAKE_CENTS)}.`,
  amount_invalid: 'Please enter a valid amount.',
  stake_limit_reached: 'This stake is above your own limit.',
  loss_limit_reached: 'This stake could take your losses above your own limit.',
  stake_above_cap: 'This stake is above the most that is accepted for one bet.',
  bet_cap_invalid: `A cap is ${formatCents(MIN_STAKE_CENTS)} at least.`,
  play_limit_invalid: `A limit is ${formatCents(MIN_STAKE_CENTS)} at least.`,
  break_in_force: 'You are taking a break already, and it cannot be shortened.',
  debt_outstanding: 'An outstanding debt must be paid first.',
  insufficient_funds: 'Insufficient funds. Please deposit more funds to place this bet.',
  payout_too_large: 'The potential win is above the limit for one bet.',
  float_too_small: 'Insufficient admin balance',
  balance_too_small: 'Insufficient balance',
  bet_missing: 'Bet not found',
  bet_not_open: 'This bet is already settled',
  bet_not_settled: 'This bet is not settled yet',
  resettlement_closed: 'This settlement can no longer be changed',
  bet_undecided: 'This bet cannot be settled yet',
  settlement_not_asked: 'Nothing waits for an approval here',
  second_admin_required: 'Another admin has to approve this',
  settlement_waits: 'A decision on this waits for an approval already',
  transfer_missing: 'Transfer not found',
  time_invalid: 'There is no such time.',
  fixture_missing: 'Event not found',
  fixture_exists: 'Event already listed',
  fixture_closed: 'This event already has a result',
  fixture_started: 'This event has already started',
  not_a_house_game: 'The prices of this event are those of the feed',
  house_price_invalid: 'A price is 1.02 at least, with at most two decimals.',
  result_missing: 'This event has no result yet',
  market_voided: 'This market is void',
  selection_unknown: 'The market has no such selection at such a line',
  selection_twice: 'A selection is in the decision twice',
  setting_invalid: 'A setting cannot have this value',
  game_listed_twice: 'A game is in the list twice',
  password_replaced: 'The password has been changed in the meantime',
  email_replaced: 'The email address has been changed in the meantime',
  key_reused: 'This idempotency key was used for another request',
} as const satisfies Record<string, string>

export type RefusalCode = keyof typeof refusalTexts

/** A decision against the command. `detail`: what the caller needs to go on, where the code alone does not say it. */
export const refuse = (code: RefusalCode, detail?: unknown) =>
  ({
    accepted: false,
    refusal: { code, error: refusalTexts[code], ...(detail === undefined ? {} : { detail }) },
  }) as const
