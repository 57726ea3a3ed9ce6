// What the routes depend on. Created once at the start, and by the tests.
import type pg from 'pg'
import type { Accounts } from '#services/accounts/accounts.ts'
import type { Closings } from '#services/accounts/closing/closings.ts'
import type { EmailChanges } from '#services/accounts/emails/email-changes.ts'
import type { Erasures } from '#services/accounts/erasure/erasures.ts'
import type { PasswordChanges } from '#services/accounts/passwords/password-changes.ts'
import type { Passwords } from '#services/accounts/passwords/passwords.ts'
import type { Registrations } from '#services/accounts/registration/registration.ts'
import type { Requests } from '#services/accounts/requests/requests.ts'
import type { Challenges } from '#services/accounts/second-factor/challenges.ts'
import type { SecondFactors } from '#services/accounts/second-factor/second-factors.ts'
import type { Pseudonyms } from '#services/accounts/sessions/pseudonyms.ts'
import type { SessionAddresses } from '#services/accounts/sessions/session-addresses.ts'
import type { Sessions } from '#services/accounts/sessions/sessions.ts'
import type { SignIns } from '#services/accounts/sign-ins/sign-ins.ts'
import type { Transfers } from '#services/accounts/transfers.ts'
import type { Treasury } from '#services/accounts/treasury.ts'
import type { Views } from '#services/accounts/views/views.ts'
import type { CommandClaims } from '#services/commands/command-claims.ts'
import type { Commands } from '#services/commands/commands.ts'
import type { SportFamily } from '#services/contract/contract.ts'
import type { EventStore } from '#services/event-store/port.ts'
import type { Feed } from '#services/odds/health/feed-health.ts'
import type { FixturePairDecisions } from '#services/odds/identity/fixture-pairs.ts'
import type { QuoteBoard } from '#services/odds/port.ts'
import type { Config } from '#services/platform/config.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import type { SessionLocks } from '#services/platform/database/session-locks.ts'
import type { ProblemLog } from '#services/platform/process/problem-log.ts'
import type { TransparencyLog } from '#services/transparency/log-reader.ts'
import type { Freshness } from './consistency/freshness.ts'
import type { DeskRules } from './desk/desk-rules.ts'
import type { StopBarrier } from './desk/stop-barrier.ts'
import type { Deadline } from './http/deadline.ts'
import type { Attempts } from './limits/attempts.ts'
import type { RequestQueues } from './limits/request-queues.ts'
import type { Hub } from './push/hub.ts'
import type { Readiness } from './readiness.ts'
import type { Reads } from './reads/reads.ts'
import type { SecurityLog } from './security/security-log.ts'

export type Services = {
  readonly settings: Pick<
    Config,
    | 'ADMIN_SECOND_FACTOR'
    | 'SUSPICIOUS_ACCOUNTS'
    | 'SUSPICIOUS_LEAD_S'
    | 'SUSPICIOUS_ODDS_FALL'
    | 'SUSPICIOUS_STAKE_FACTOR'
    | 'BIG_STAKE'
    | 'BIG_EXPOSURE'
    | 'TRUST_PROXY'
    | 'LOG_LEVEL'
    | 'STREAMS_PER_SESSION'
    | 'STREAMS_PER_ADDRESS'
  >
  readonly pool: pg.Pool
  /** For looking up single events; everything else is read from read models. */
  readonly store: Pick<EventStore, 'readStream' | 'readAll'>
  /** The signed tree over all events. */
  readonly log: TransparencyLog
  readonly queries: Queries
  readonly locks: Pick<SessionLocks, 'hold'>
  readonly clock: { businessNow(): Date; systemNow(): Date; readonly speed: number }
  readonly accounts: Accounts
  /** Decisions on games that may be duplicates. */
  readonly fixturePairs: FixturePairDecisions
  /** Commands on games, and on what the house offers. */
  readonly fixtures: Commands['fixtures']
  readonly offer: Commands['offer']
  readonly desk: Commands['desk']
  /** The desk's rules: settings of the book and stops of betting. */
  readonly rules: DeskRules
  /** Confirms that no bet is being decided by earlier rules any more. */
  readonly stops: StopBarrier
  readonly board: QuoteBoard
  readonly feed: Feed
  /** The sports and leagues on offer. */
  readonly catalog: SportFamily[]
  readonly sessions: Sessions
  readonly signIns: SignIns
  /** Which personal data admins and auditors were shown. */
  readonly views: Views
  /** The addresses that commands came from. */
  readonly addresses: SessionAddresses
  readonly passwords: Passwords
  readonly passwordChanges: PasswordChanges
  readonly emailChanges: EmailChanges
  readonly secondFactors: SecondFactors
  readonly challenges: Challenges
  readonly requests: Requests
  readonly closings: Closings
  readonly erasures: Erasures
  readonly registrations: Registrations
  readonly transfers: Transfers
  readonly treasury: Treasury
  /** For commands that may go to different streams under the same idempotency key. */
  readonly commandClaims: CommandClaims
  readonly reads: Reads
  readonly freshness: Freshness
  readonly hub: Hub
  readonly attempts: Attempts
  readonly security: SecurityLog
  /** Reports what keeps this process from answering, in a line on stderr, and not over and over. */
  readonly problems: ProblemLog
  readonly pseudonyms: Pseudonyms
  readonly deadline: Deadline
  readonly queues: RequestQueues
  /** For /readyz. */
  readiness(): Promise<Readiness>
  /** Folder of the built UI; null serves none. */
  readonly uiDir: string | null
}
