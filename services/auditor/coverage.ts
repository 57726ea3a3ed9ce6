// What an audit covers of the database besides the log and the read models, and what it cannot cover because no event
// says what it was.
import type { State } from './replay/state.ts'

/**
 * By table, the columns in which an audit finds any change while the row is in use. It finds a missing row if the log
 * names it.
 */
export const PERSONAL: Readonly<Record<string, readonly string[]>> = {
  'app.identity': [
    'account_id',
    'username',
    'username_normal',
    'username_salt',
    'password_hash',
    'password_salt',
    'must_change_password',
    'email',
    'email_salt',
    'status',
    'registration',
  ],
  'app.password_change': ['commitment', 'account_id', 'password_hash', 'password_salt'],
  'app.email_change': ['account_id', 'email', 'email_salt', 'commitment'],
  'app.authenticator': ['commitment', 'account_id', 'secret', 'salt'],
  'app.recovery_code_set': ['commitment', 'account_id', 'salt'],
  'app.recovery_code': ['commitment', 'code_hash'],
  'app.session': ['account_id', 'ip', 'user_agent', 'salt', 'commitment', 'second_factor'],
  'app.session_address': ['commitment', 'account_id', 'ip', 'user_agent', 'salt'],
  'app.reason_text': ['commitment', 'salt', 'text'],
  'app.request': [
    'id',
    'account_id',
    'kind',
    'amount_cents',
    'note',
    'state',
    'answer',
    'decided_by',
    'decided_at',
    'note_salt',
    'reason',
  ],
  'app.note_text': ['commitment', 'account_id', 'salt', 'text'],
}

/** By table, the columns of the signed tree, which are compared with the tree over the log. */
export const SIGNED: Readonly<Record<string, readonly string[]>> = {
  'app.log_tile': ['level', 'index', 'hashes', 'follows'],
  'app.log_tree': ['log_id', 'size', 'position', 'hash', 'event'],
  'app.log_checkpoint': ['size', 'note'],
  'app.log_key': ['verifier_key', 'since', 'replaces', 'why', 'endorsement', 'trusted_to'],
}

/**
 * By table, the columns of what the provider said. Current prices are compared with what was published, earlier prices
 * and messages with the bets and results that name them.
 */
export const EVIDENCE: Readonly<Record<string, readonly string[]>> = {
  'app.quote': [
    ...[
      'fixture_id',
      'market',
      'point',
      'selection',
      'selection_name',
      'draw_offered',
      'odds',
      'bookmaker',
      'quoted_at',
    ],
    ...['message_hash', 'seal_feed', 'seal_version', 'seal_index', 'seal_size', 'seal_path'],
  ],
  'app.quote_history': [
    ...['fixture_id', 'market', 'point', 'selection', 'odds', 'bookmaker', 'quoted_at', 'message_hash'],
  ],
  'app.provider_message': ['hash', 'fixture_id', 'kind', 'body'],
}

/**
 * `what`: tables ('app.attempt') or columns ('app.session.seen_at'). `only`: the part that is not covered, if the rest
 * is: missing rows, rows that no event names, or rows of events that an earlier audit has read.
 */
export type NotCovered = {
  readonly what: readonly string[]
  readonly why: string
  readonly only?: 'missing rows' | 'rows that nothing names' | 'rows of earlier events'
  /** Set if `what` is not in the database. */
  readonly of?: 'the manifest'
}

const columns = (table: string, ...names: readonly string[]): string[] => names.map((name) => `app.${table}.${name}`)
const tables = (...names: readonly string[]): string[] => names.map((name) => `app.${name}`)

/** What is covered for newer events, but not for the `count` older ones. */
export type OlderNotCovered = { readonly count: number; readonly of: string; readonly what: string }

/**
 * `olderSessions`: stored sessions from before sign-ins were events. `olderPrices`: stored prices from before prices
 * were published.
 */
export function olderNotCovered(
  { accounts }: State,
  { olderSessions, olderPrices }: { readonly olderSessions: number; readonly olderPrices: number },
): OlderNotCovered[] {
  const count = accounts.values().reduce((sum, { nameAsTyped }) => sum + (nameAsTyped ? 0 : 1), 0)
  const names = {
    count,
    of: 'accounts opened before version 2 of AccountOpened',
    what: 'upper and lower case of the name',
  }
  const signIns = {
    count: olderSessions,
    of: 'sessions from before sign-ins were events',
    what: 'that there was a sign-in, whose it was if nothing was done in it, and whether the account’s second factor was given',
  }
  const unsealed = { count: olderPrices, of: 'prices from before prices were published', what: 'what they are' }
  return [names, signIns, unsealed].filter((older) => older.count > 0)
}

/**
 * What an audit that goes on from an earlier one does not look at again. `size`: how many events the earlier one has
 * read.
 */
export function notReadAgain(size: number): NotCovered[] {
  const only = 'rows of earlier events'
  const first = `the first ${size.toLocaleString('en-US')} events`
  return [
    { what: ['log.events'], only, why: `whether ${first} are still stored as the signed tree has them` },
    {
      what: tables(
        ...['audit', 'audit_fixture', 'balance_total', 'bet', 'bet_ending', 'book_bet', 'evidence', 'statement_line'],
      ),
      only,
      why: `whether rows that only ${first} have made are still what an earlier audit compared`,
    },
    {
      what: tables('quote', 'quote_history', 'provider_message'),
      only,
      why: `messages and prices of the provider that only ${first} name; a price of today is checked against its batch`,
    },
  ]
}

export const NOT_COVERED: readonly NotCovered[] = [
  {
    what: ['log.events.stored_at'],
    why: 'when exactly an event was stored: no hash covers it; it is checked against when the event was recorded, within minutes',
  },
  {
    what: tables('session', 'session_address', 'request', 'password_change', 'email_change', 'log_checkpoint'),
    only: 'missing rows',
    why: 'rows that expire, unless nothing is left of a session, or of the newest checkpoint, that the ledger names',
  },
  {
    what: tables('session_address'),
    only: 'rows that nothing names',
    why: 'whose an ended session was in which nothing was done, if it is from before sign-ins were events',
  },
  {
    what: columns('identity', 'must_change_password'),
    why: 'whether the first super admin chose the first password: no event says so; for everybody else, and once it was changed, it follows',
  },
  {
    what: columns('identity', 'registration'),
    why: 'how an account was requested, beyond its role and who opened it',
  },
  {
    what: [
      ...columns('session', 'token_hash', 'created_at', 'seen_at', 'expires_at', 'ending_since', 'wrote'),
      ...columns('session_address', 'since', 'recording_since', 'second_factor'),
      ...tables('blocked_session', 'known_address', 'command_address'),
    ],
    why: 'which token opens a session, when it was last used, what of it is under way, and where people acted from, other than where they signed in',
  },
  {
    what: [
      ...columns('authenticator', 'last_step', 'made_at'),
      ...columns('recovery_code_set', 'made_at'),
      ...columns('recovery_code', 'used_at'),
    ],
    why: 'which codes of a second factor are spent: a sign-in does not say which one it used',
  },
  {
    what: [
      ...columns('identity', 'claimed_at'),
      ...columns('password_change', 'command_id', 'command', 'requested_at'),
      ...columns('email_change', 'command_id', 'command', 'requested_at'),
      ...columns('note_text', 'command_id'),
      ...columns('reason_text', 'unnamed_since'),
      ...columns('request', 'command_id', 'requested_at', 'unrecorded', 'ending_since'),
      ...tables('name_claim', 'command_claim', 'failed_sign_in'),
    ],
    why: 'what is under way, or asked for, before an event says so',
  },
  {
    what: [
      ...columns('quote', 'fetched_at'),
      ...columns('quote_history', 'id', 'fetched_at'),
      ...columns('provider_message', 'fetched_at'),
    ],
    why: 'when exactly a price was last confirmed, taken over or read: every poll may say so anew, but no event does; it is checked against what the bet says of it',
  },
  {
    what: tables('quote', 'quote_history'),
    only: 'missing rows',
    why: 'a price that was replaced: the next one has its row, and the history has those whose odds changed',
  },
  {
    what: tables('quote_history', 'provider_message'),
    only: 'rows that nothing names',
    why: 'what nobody bet on and no result was read from proves nothing, and is pruned after thirty days; this includes rows of the history that say that a price was taken down',
  },
  {
    what: tables(
      ...['reason_text', 'note_text', 'authenticator', 'recovery_code_set', 'recovery_code'],
      ...['password_change', 'email_change', 'request'],
    ),
    only: 'rows that nothing names',
    why: 'what was typed, begun or asked for, but never became an event: it was refused, is still under way, or has not been answered yet',
  },
  {
    what: tables(
      ...['pinned_bookmaker', 'score', 'early_score', 'provider_listing', 'fixture_pair'],
      ...['suspended_market', 'meant_prices'],
    ),
    why: 'what the feed goes by: which bookmaker prices a game, its last score, which game an id of the provider belongs to',
  },
  {
    what: columns('projection_checkpoint', 'definition'),
    why: 'which code made a read model: its rows themselves are compared',
  },
  {
    what: [
      ...columns('log_checkpoint', 'signed_at'),
      ...columns('log_key', 'known_at'),
      ...columns('log_tree', 'single'),
    ],
    why: 'when a checkpoint was signed, and when the database learned of a key: nothing in the log says so',
  },
  {
    what: columns('clock', 'one', 'anchor_system', 'anchor_business', 'speed', 'seen_business'),
    why: 'how fast business time ran, and when it stood still: no event says so; the present run is checked against its events, and all events against each other',
  },
  {
    what: [
      ...tables('poll', 'event_odds_poll', 'credit_use', 'provider_state', 'attempt', 'sign_in_throttle'),
      ...tables('secret', 'snapshot', 'log_witness', 'last_backup'),
      'log.migration',
      'jobs',
    ],
    why: 'how the product runs: schedules, counters, keys, what was installed, states kept so as not to fold again',
  },
]
