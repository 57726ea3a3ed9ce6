// The HTTP status of every refusal that a decider can give. Their texts are in domain/refusals.ts.
import type { RefusalCode } from '#domain/refusals.ts'

const BAD_REQUEST = 400
const FORBIDDEN = 403
const NOT_FOUND = 404
const CONFLICT = 409

export const refusalStatus = {
  account_missing: NOT_FOUND,
  account_exists: CONFLICT,
  account_closed: CONFLICT,
  account_blocked: FORBIDDEN,
  not_a_bettor: FORBIDDEN,
  not_an_admin: FORBIDDEN,
  super_admin_required: FORBIDDEN,
  super_admin_protected: FORBIDDEN,
  not_the_creator: FORBIDDEN,
  own_account: FORBIDDEN,
  slip_empty: BAD_REQUEST,
  too_many_legs: BAD_REQUEST,
  same_fixture_twice: BAD_REQUEST,
  event_closed: CONFLICT,
  league_blacklisted: CONFLICT,
  odds_changed: CONFLICT,
  stake_invalid: BAD_REQUEST,
  stake_too_small: BAD_REQUEST,
  amount_invalid: BAD_REQUEST,
  debt_outstanding: CONFLICT,
  insufficient_funds: CONFLICT,
  payout_too_large: CONFLICT,
  float_too_small: CONFLICT,
  balance_too_small: CONFLICT,
  bet_missing: NOT_FOUND,
  bet_not_open: CONFLICT,
  bet_not_settled: CONFLICT,
  resettlement_closed: CONFLICT,
  bet_undecided: CONFLICT,
  transfer_missing: NOT_FOUND,
  time_invalid: BAD_REQUEST,
  fixture_missing: NOT_FOUND,
  fixture_exists: CONFLICT,
  fixture_closed: CONFLICT,
  fixture_started: CONFLICT,
  not_a_house_game: CONFLICT,
  house_price_invalid: BAD_REQUEST,
  result_missing: CONFLICT,
  selection_unknown: BAD_REQUEST,
  selection_twice: BAD_REQUEST,
  game_listed_twice: BAD_REQUEST,
  password_replaced: CONFLICT,
  key_reused: CONFLICT,
} as const satisfies Record<RefusalCode, number>
