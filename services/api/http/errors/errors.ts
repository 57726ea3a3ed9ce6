// Every error that the api replies with: stable code, status, text. Refusals of deciders have their texts in
// domain/refusals.ts and their statuses in refusal-status.ts.
import { type RefusalCode, refusalTexts } from '#domain/refusals.ts'
import { PASSWORD_FAULTS } from '#services/accounts/passwords/password-policy.ts'
import type { ErrorReply } from '#services/contract/contract.ts'
import { refusalStatus } from './refusal-status.ts'

const httpErrors = {
  // the request
  invalid_json: { status: 400, error: 'The request body is not valid JSON.' },
  invalid_request: { status: 400, error: 'The request is not valid.' },
  request_too_slow: { status: 408, error: 'The request took too long to arrive.' },
  unsupported_media_type: { status: 415, error: 'The request body must be JSON.' },
  body_too_large: { status: 413, error: 'The request body is too large.' },
  body_too_deep: { status: 400, error: 'The request body is nested too deeply.' },
  number_inexact: { status: 400, error: 'A number has more digits than can be read exactly.' },
  text_invalid: { status: 400, error: 'The request contains text that is not well-formed.' },
  idempotency_key_invalid: { status: 400, error: 'The Idempotency-Key must be 1 to 255 printable characters.' },
  position_invalid: { status: 400, error: 'The X-Ledger-Position was not issued by this ledger.' },
  too_few_legs: { status: 400, error: refusalTexts.too_many_legs },
  odds_contradictory: { status: 400, error: 'The price and odds of a selection differ.' },
  fields_missing: { status: 400, error: 'Please fill in all fields' },
  action_unknown: { status: 400, error: 'There is no such action.' },
  type_unknown: { status: 400, error: 'The dashboard has no such type.' },
  host_invalid: { status: 400, error: 'The request must have one Host header.' },
  authorization_invalid: { status: 400, error: 'The request must not have several Authorization headers.' },
  uri_too_long: { status: 414, error: 'The address of the request is too long.' },
  headers_too_large: { status: 431, error: 'The headers of the request are too large.' },
  method_not_allowed: { status: 405, error: 'Method not allowed' },
  not_found: { status: 404, error: 'Not found' },

  // the caller
  login_required: { status: 401, error: 'Please log in to place a bet.' },
  not_authenticated: { status: 401, error: 'Not authenticated' },
  unauthorized: { status: 401, error: 'Unauthorized' },
  credentials_wrong: { status: 401, error: 'Wrong username or password' },
  too_many_requests: { status: 429, error: 'Too many requests at once. Please try again.' },
  second_factor_required: { status: 401, error: 'Please enter a code from your app, or a recovery code.' },
  challenge_expired: { status: 401, error: 'The sign-in took too long. Please sign in again.' },
  // not 401: a session, if there is one, is still valid
  second_factor_wrong: { status: 403, error: 'The code is wrong, or has already been used' },
  second_factor_setup_required: { status: 403, error: 'Please set up two-step sign-in first.' },
  second_factor_duty: { status: 403, error: 'Admins need two-step sign-in here: it cannot be turned off' },
  password_change_required: { status: 403, error: 'Please choose a password of your own first.' },
  rate_limited: { status: 429, error: 'Too many attempts. Please try again later.' },

  // accounts
  age_not_attested: { status: 400, error: 'You must be at least 18 years old.' },
  username_invalid: { status: 400, error: 'Username must be 3 to 32 letters, digits, dots, underscores or hyphens' },
  username_too_short: { status: 400, error: 'Username must be at least 3 characters' },
  username_invisible: { status: 400, error: 'Username must not contain invisible characters' },
  username_mixed_scripts: { status: 400, error: 'Username must not mix letters of different alphabets' },
  username_reserved: { status: 400, error: 'Username is reserved' },
  username_lookalike: { status: 409, error: 'Username looks like one that is already taken' },
  username_taken: { status: 409, error: 'Username is already taken' },
  password_too_short: { status: 400, error: PASSWORD_FAULTS.password_too_short },
  password_invalid: { status: 400, error: PASSWORD_FAULTS.password_invalid },
  password_common: { status: 400, error: PASSWORD_FAULTS.password_common },
  password_is_name: { status: 400, error: PASSWORD_FAULTS.password_is_name },
  // not 401: the session is still valid
  password_wrong: { status: 403, error: 'The current password is wrong' },
  password_unchanged: { status: 400, error: 'The new password must differ from the current one' },
  session_missing: { status: 404, error: 'There is no such session.' },
  request_missing: { status: 404, error: 'There is no such request.' },
  requests_full: { status: 409, error: 'You have five open requests. Wait for an answer, or take one back.' },
  requests_used_up: { status: 409, error: 'You have made twenty requests today. You can make more tomorrow.' },
  request_without_wallet: { status: 403, error: 'Admins have no balance to pay into or out of.' },
  email_invalid: { status: 400, error: 'Please enter a valid email address' },
  amount_sign_wrong: { status: 400, error: 'A deposit is a positive amount, a withdrawal a negative one.' },
  float_negative: { status: 400, error: 'Balance must be a non-negative number' },
  balance_negative: { status: 400, error: 'Initial balance must be a non-negative number' },

  // games
  result_unchanged: { status: 409, error: 'This is already the result: nothing was corrected' },
  fixture_not_started: { status: 409, error: 'This event has not started yet' },
  league_missing: { status: 404, error: 'League not found' },
  games_missing: { status: 400, error: 'No games to update' },
  sport_missing: { status: 404, error: 'Sport not found' },
  event_missing: { status: 404, error: 'Event not found or no data returned from API.' },
  fixture_pair_missing: { status: 404, error: 'There is no such pair of events.' },
  fixture_has_bets: { status: 409, error: 'There are bets on the newer event: the two cannot be joined.' },
  games_changed: {
    status: 409,
    error: 'Another list has been saved since this one was loaded. Load the current games and change those.',
  },
  preview_changed: { status: 409, error: 'The bets have changed. Please look at the preview again.' },
  asker_blocked: {
    status: 409,
    error: 'The person who asked for this is no longer an admin: it can only be declined.',
  },
  approver_of_one_hand: {
    status: 403,
    error: 'You and the person who asked were added by one admin: another admin has to approve it.',
  },
  market_unknown: { status: 400, error: 'There is no such market.' },
  market_not_suspended: { status: 404, error: 'This market is not suspended.' },
  scores_missing: { status: 404, error: 'Event not found in scores data' },

  // the service
  reads_behind: { status: 503, error: 'The requested data is not up to date yet. Please try again.' },
  reads_stopped: { status: 503, error: 'The requested data cannot be shown at the moment.' },
  not_signed_yet: { status: 503, error: 'This is not in a signed checkpoint yet. Please try again.' },
  passwords_busy: { status: 503, error: 'Too many people are signing in. Please try again.' },
  streams_full: { status: 503, error: 'Too many open streams. Please try again later.' },
  unavailable: { status: 503, error: 'The service is not available. Please try again.' },
  stopping: { status: 503, error: 'The service is restarting. Please try again.' },
  outcome_unknown: { status: 504, error: 'The outcome is not known yet. Send the same request again.' },
  internal: { status: 500, error: 'An unknown error occurred.' },

  // internal failures, by call
  signup_failed: { status: 500, error: 'Signup failed' },
  signin_failed: { status: 500, error: 'Sign in failed' },
  change_password_failed: { status: 500, error: 'Failed to change password' },
  second_factor_failed: { status: 500, error: 'Failed to change two-step sign-in' },
  sessions_failed: { status: 500, error: 'Failed to end the sessions' },
  change_email_failed: { status: 500, error: 'Failed to change the email address' },
  closing_failed: { status: 500, error: 'Failed to close the account' },
  erasure_failed: { status: 500, error: 'Failed to erase the personal data' },
  bets_failed: { status: 500, error: 'Failed to fetch bets' },
  place_bet_failed: { status: 500, error: 'Failed to place bet.' },
  fallback_failed: { status: 502, error: 'Fallback failed' },
  events_failed: { status: 502, error: 'Failed to fetch event data from Odds API' },
  balance_failed: { status: 500, error: 'Failed to update balance' },
  create_user_failed: { status: 500, error: 'Failed to create user' },
  add_admin_failed: { status: 500, error: 'Failed to add admin' },
  add_auditor_failed: { status: 500, error: 'Failed to add auditor' },
  admins_load_failed: { status: 500, error: 'Failed to load admin users' },
  remove_admin_failed: { status: 500, error: 'Failed to remove admin' },
  admin_balance_failed: { status: 500, error: 'Failed to update admin balance' },
  approval_failed: { status: 500, error: 'Failed to decide the request' },
  market_release_failed: { status: 500, error: 'Failed to release the market' },
  fixture_pair_failed: { status: 500, error: 'Failed to update events' },
  games_load_failed: { status: 500, error: 'Failed to load Games of the Day' },
  games_update_failed: { status: 500, error: 'Failed to update Games of the Day' },
  blacklist_load_failed: { status: 500, error: 'Failed to load league blacklist' },
  blacklist_failed: { status: 500, error: 'Failed to blacklist league' },
  unblacklist_failed: { status: 500, error: 'Failed to unblacklist league' },
  result_failed: { status: 500, error: 'Failed to record the result' },
  bet_change_failed: { status: 500, error: 'Failed to change the bet' },
  request_failed: { status: 500, error: 'Failed to answer the request' },
  bet_caps_failed: { status: 500, error: 'Failed to save the caps' },
  note_failed: { status: 500, error: 'Failed to add the note' },
  close_day_failed: { status: 500, error: 'Failed to close the day' },
  goodwill_failed: { status: 500, error: 'Failed to pay goodwill' },
  settings_failed: { status: 500, error: 'Failed to change the settings' },
  betting_stop_failed: { status: 500, error: 'Failed to stop or resume betting' },
  user_status_failed: { status: 500, error: 'Error updating user status' },
} as const satisfies Record<string, { status: number; error: string }>

export type ErrorCode = RefusalCode | keyof typeof httpErrors
/** All codes: refusals, and the api's own errors. */
export const errorCodes = [...Object.keys(refusalTexts), ...Object.keys(httpErrors)] as ErrorCode[]

const isRefusal = (code: ErrorCode): code is RefusalCode => Object.hasOwn(refusalTexts, code)
const statusOf = (code: ErrorCode): number => (isRefusal(code) ? refusalStatus[code] : httpErrors[code].status)
const textOf = (code: ErrorCode): string => (isRefusal(code) ? refusalTexts[code] : httpErrors[code].error)

/** Codes that a call may use for internal failures. */
export type FailureCode = {
  [Code in keyof typeof httpErrors]: Code extends `${string}_failed` | 'internal' ? Code : never
}[keyof typeof httpErrors]

/** Ends a request with an error. `error` replaces the standard text with a more specific one. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly reply: ErrorReply
  readonly retryAfterS: number | undefined

  constructor(
    code: ErrorCode,
    more: Partial<Pick<ErrorReply, 'error' | 'changes' | 'challenge' | 'leftToday'>> & {
      readonly retryAfterS?: number
    } = {},
  ) {
    const error = more.error ?? textOf(code)
    super(error)
    this.code = code
    this.status = statusOf(code)
    this.retryAfterS = more.retryAfterS
    const { error: _, retryAfterS: __, ...told } = more
    this.reply = { error, code, ...told }
  }
}
