// What the routes stand on. Made once at the start (main.ts), and by the tests.
import type pg from 'pg'
import type { Claims } from '../commands/claims.ts'
import type { Config } from '../config.ts'
import type { Accounts } from '../identity/accounts.ts'
import type { Births } from '../identity/births.ts'
import type { PasswordChanges } from '../identity/password-changes.ts'
import type { Passwords } from '../identity/passwords.ts'
import type { Pseudonyms } from '../identity/pseudonyms.ts'
import type { Sessions } from '../identity/sessions.ts'
import type { Transfers } from '../identity/transfers.ts'
import type { QuoteBoard } from '../odds/port.ts'
import type { Attempts } from './attempts.ts'
import type { SportFamily } from './contract.ts'
import type { Deadline } from './deadline.ts'
import type { Freshness } from './freshness.ts'
import type { Hub } from './push/hub.ts'
import type { Reads } from './reads/reads.ts'
import type { SecurityLog } from './security-log.ts'
import type { Shares } from './shares.ts'

export type Services = {
  readonly settings: Pick<
    Config,
    'WELCOME_GRANT' | 'MAX_PAYOUT' | 'TRUST_PROXY' | 'LOG_LEVEL' | 'STREAMS_PER_SESSION' | 'STREAMS_PER_ADDRESS'
  >
  readonly pool: pg.Pool
  readonly clock: { businessNow(): Date; systemNow(): Date; readonly speed: number }
  readonly accounts: Accounts
  readonly board: QuoteBoard
  /** Sports and leagues as they are offered. */
  readonly catalog: SportFamily[]
  readonly sessions: Sessions
  readonly passwords: Passwords
  readonly passwordChanges: PasswordChanges
  readonly births: Births
  readonly transfers: Transfers
  /** For commands that may go to different streams under one idempotency key. */
  readonly claims: Claims
  readonly reads: Reads
  readonly freshness: Freshness
  readonly hub: Hub
  readonly attempts: Attempts
  readonly security: SecurityLog
  readonly pseudonyms: Pseudonyms
  readonly deadline: Deadline
  readonly shares: Shares
  /** Names of what does not work, for /readyz; empty when everything does. */
  notReady(): Promise<string[]>
  /** Where the built UI is; null serves none. */
  readonly uiDir: string | null
}
