// Creates what the routes depend on: commands, identity, read models, live updates.
import { openFreshReads } from '#projections/freshness/fresh-reads.ts'
import { encodePosition } from '#projections/freshness/position-token.ts'
import { createClosings } from '#services/accounts/closing/closings.ts'
import { createEmailChanges } from '#services/accounts/emails/email-changes.ts'
import { createErasures } from '#services/accounts/erasure/erasures.ts'
import { createPasswordChanges } from '#services/accounts/passwords/password-changes.ts'
import { createPasswords, type Passwords } from '#services/accounts/passwords/passwords.ts'
import { createRegistrations } from '#services/accounts/registration/registration.ts'
import { createRequests } from '#services/accounts/requests/requests.ts'
import { createChallenges } from '#services/accounts/second-factor/challenges.ts'
import { openSealing } from '#services/accounts/second-factor/sealing.ts'
import { createSecondFactors } from '#services/accounts/second-factor/second-factors.ts'
import { openPseudonyms } from '#services/accounts/sessions/pseudonyms.ts'
import { createSessionAddresses } from '#services/accounts/sessions/session-addresses.ts'
import { createSessions } from '#services/accounts/sessions/sessions.ts'
import { createFailureCount } from '#services/accounts/sign-ins/failed-sign-ins.ts'
import { createSignIns } from '#services/accounts/sign-ins/sign-ins.ts'
import { createTransfers } from '#services/accounts/transfers.ts'
import { createTreasury } from '#services/accounts/treasury.ts'
import { createViews } from '#services/accounts/views/views.ts'
import { createCommandClaims } from '#services/commands/command-claims.ts'
import type { CommandLog } from '#services/commands/command-log.ts'
import { createCommands } from '#services/commands/commands.ts'
import { createSnapshots } from '#services/commands/snapshots/snapshots.ts'
import type { SportFamily } from '#services/contract/contract.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { families } from '#services/odds/catalog/catalog.ts'
import { createFeed } from '#services/odds/health/feed-health.ts'
import { createFixturePairDecisions } from '#services/odds/identity/fixture-pairs.ts'
import type { QuoteBoard } from '#services/odds/port.ts'
import { type Budget, unlimited } from '#services/odds/provider/credits.ts'
import type { Notifications } from '#services/platform/database/listen.ts'
import { openPool } from '#services/platform/database/pool.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { createSessionLocks } from '#services/platform/database/session-locks.ts'
import { TransparencyLog } from '#services/transparency/log-reader.ts'
import { createFreshness } from './consistency/freshness.ts'
import { createOwnWrites } from './consistency/own-writes.ts'
import { createPeers } from './consistency/peers.ts'
import { openDeskRules, type SeedSource } from './desk/desk-rules.ts'
import { createStopBarrier } from './desk/stop-barrier.ts'
import { hearChanges } from './hear-changes.ts'
import { createDeadline } from './http/deadline.ts'
import { type AttemptLimits, createAttempts } from './limits/attempts.ts'
import { createRequestQueues, type QueueLimits } from './limits/request-queues.ts'
import { createHub } from './push/hub.ts'
import { readiness } from './readiness.ts'
import { newestBets } from './reads/figures/ticker.ts'
import { createReads } from './reads/reads.ts'
import { createSecurityLog } from './security/security-log.ts'
import type { Services } from './services.ts'

const SWEEP_MS = 600_000
/**
 * Sessions are trusted for a second after Postgres was last heard from, so `notifications` is checked at least this
 * often.
 */
export const HEARD_EVERY_MS = 250

export type OpenServices = Services & {
  /** Ends the open streams, which would otherwise delay a stop for ever. */
  endStreams(): void
  close(): Promise<void>
}

type Parts = {
  readonly databaseUrl: string
  readonly notifications: Notifications
  readonly queries: Queries
  readonly settings: Services['settings'] & SeedSource
  readonly store: EventStore
  readonly clock: Services['clock']
  readonly board: QuoteBoard
  /** Budget of the odds provider's credits; unlimited by default. */
  readonly budget?: Budget
  readonly uiDir: string | null
  readonly attemptLimits?: AttemptLimits
  /** For tests, which need not pay for real hashing. */
  readonly passwords?: Passwords
  /** How long a read waits for the log to say what its session wrote through other processes. */
  readonly logTimeoutMs?: number
  readonly writeSecurityLine: (line: string) => void
  readonly queueLimits?: QueueLimits
  readonly commandLog?: CommandLog | undefined
  readonly log: (error: unknown) => void
}

/** Sports as the API lists them: those with a league that has games to bet on. */
const catalog: SportFamily[] = families
  .filter(({ leagues }) => leagues.length > 0)
  .map(({ key, title, description, leagues }) => ({
    key,
    title,
    description,
    leagues: leagues
      .filter(({ outright }) => !outright)
      .map((league) => ({ key: league.key, title: league.title, country: league.country })),
  }))

export async function openServices(parts: Parts): Promise<OpenServices> {
  const { databaseUrl, notifications, queries, settings, store, clock, board, uiDir, log } = parts
  const pool = openPool(databaseUrl, { name: 'fairbook api' })
  const locks = createSessionLocks(databaseUrl, 'fairbook api locks')
  const commands = createCommands({
    store,
    snapshots: createSnapshots({ pool, logId: store.logId, log }),
    commandLog: parts.commandLog,
  })
  const { accounts, fixtures, offer, desk } = commands
  const adminsNeedFactor = settings.ADMIN_SECOND_FACTOR === 'required'
  const sessions = createSessions({ pool, adminsNeedFactor, heardAt: () => notifications.heardAt })
  const { passwords = createPasswords() } = parts
  const { businessNow, systemNow } = clock
  const signIns = createSignIns({ pool, accounts, recorder: commands.sessions, sessions, businessNow, log })
  const sealing = await openSealing(pool)
  const rules = await openDeskRules(commands, settings, businessNow)
  const budgetCents = settings.TREASURY_DAILY_BUDGET
  const treasury = createTreasury({ queries, locks, commands, businessNow, budgetCents })
  const registrations = createRegistrations({ pool, locks, accounts, passwords, treasury, businessNow })
  const passwordChanges = createPasswordChanges({ pool, accounts, passwords, businessNow })
  const emailChanges = createEmailChanges({ pool, locks, accounts, businessNow })
  const transfers = createTransfers({ pool, queries, accounts, businessNow })
  const fresh = await openFreshReads({ url: databaseUrl, notifications, store })
  const peers = createPeers(pool)
  const stops = createStopBarrier({ pool, peers, settled: rules.settled })
  const token = (position: string, hash: string) => encodePosition({ logId: store.logId, position, hash })
  const ownWrites = createOwnWrites({ store, pool, token, logTimeoutMs: parts.logTimeoutMs })
  const freshness = createFreshness(store, fresh, peers, ownWrites)
  const reads = createReads(queries, { board, catalog, businessNow })
  const limits = { perSession: settings.STREAMS_PER_SESSION, perAddress: settings.STREAMS_PER_ADDRESS }
  const hub = createHub({
    board,
    sessions,
    clock,
    users: reads.people.users,
    newestBets: (after) => newestBets(queries, after, settings.BIG_STAKE),
    token: freshness.token,
    limits,
  })
  const deadline = createDeadline()
  const queues = createRequestQueues(parts.queueLimits)
  const stopHearing = await hearChanges({ fresh, notifications, board, hub, reads, rules, sessions, stops, peers, log })
  const pseudonyms = await openPseudonyms(pool)
  const addresses = createSessionAddresses(pool)
  const failures = createFailureCount(pool, log)
  const attempts = createAttempts({ pool, pseudonyms, passwords, failures, limits: parts.attemptLimits })
  const security = createSecurityLog({ write: parts.writeSecurityLine }, pseudonyms)
  const sweeping = setInterval(() => {
    void sessions.sweep().catch(log)
    void attempts.sweep().catch(log)
    void addresses.sweep().catch(log)
  }, SWEEP_MS)
  sweeping.unref()

  return {
    settings,
    pool,
    store,
    log: new TransparencyLog(pool),
    queries,
    clock,
    locks,
    addresses,
    accounts,
    fixtures,
    fixturePairs: createFixturePairDecisions(pool, locks),
    offer,
    desk,
    rules,
    stops,
    board,
    feed: createFeed({ pool, board, budget: parts.budget ?? unlimited, clock }),
    catalog,
    sessions,
    signIns,
    views: createViews({ recorder: commands.sessions, businessNow }),
    passwords,
    passwordChanges,
    emailChanges,
    secondFactors: createSecondFactors({ pool, accounts, sealing, systemNow }),
    challenges: createChallenges(sealing, systemNow),
    requests: createRequests({ pool, accounts, businessNow }),
    erasures: createErasures({ pool, accounts }),
    closings: createClosings({ pool, queries, accounts, businessNow }),
    registrations,
    transfers,
    treasury,
    commandClaims: createCommandClaims(pool),
    reads,
    freshness,
    hub,
    attempts,
    security,
    problems: log,
    pseudonyms,
    deadline,
    queues,
    readiness: readiness({ pool, store, fresh }),
    uiDir,
    endStreams: () => hub.stop(),
    async close() {
      clearInterval(sweeping)
      stopHearing()
      hub.stop()
      sessions.close()
      security.close()
      deadline.close()
      queues.close()
      await peers.close()
      await fresh.close()
      await failures.settled()
      await locks.close()
      await pool.end()
    },
  }
}
