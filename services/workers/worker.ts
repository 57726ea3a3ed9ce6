// Assembles the worker: store, commands, provider, queues.
import { setTimeout as pause } from 'node:timers/promises'
import { expectSameLog, watchLog } from '#projections/log-identity.ts'
import { announcementIn, PROJECTED } from '#projections/runner/announcement.ts'
import { decidedWithOpenBets, supersededSince, withSupersededBets } from '#projections/settlement/queries.ts'
import { windowStart } from '#projections/settlement/resettlement-window.ts'
import { createClosings } from '#services/accounts/closing/closings.ts'
import { createEmailChanges } from '#services/accounts/emails/email-changes.ts'
import { createErasures } from '#services/accounts/erasure/erasures.ts'
import { createPasswordChanges } from '#services/accounts/passwords/password-changes.ts'
import { createPasswords } from '#services/accounts/passwords/passwords.ts'
import { sweepReasons } from '#services/accounts/reasons.ts'
import { createRegistrations } from '#services/accounts/registration/registration.ts'
import { createRequests } from '#services/accounts/requests/requests.ts'
import { createFailureSweep } from '#services/accounts/sign-ins/failed-sign-ins.ts'
import { createSignInSweep } from '#services/accounts/sign-ins/sign-ins.ts'
import { createTransfers } from '#services/accounts/transfers.ts'
import { createTreasury } from '#services/accounts/treasury.ts'
import { createCommandClaims } from '#services/commands/command-claims.ts'
import { createCommands, WORKER_CACHE_BYTES } from '#services/commands/commands.ts'
import { createSnapshots } from '#services/commands/snapshots/snapshots.ts'
import { openProductLog } from '#services/event-store/open.ts'
import { openPoller } from '#services/odds/polling/poller.ts'
import { joinClock } from '#services/platform/clock/product-clock.ts'
import { clockSpeed } from '#services/platform/config.ts'
import { listen } from '#services/platform/database/listen.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { openQueries } from '#services/platform/database/queries.ts'
import { createSessionLocks } from '#services/platform/database/session-locks.ts'
import type { ServiceContext } from '#services/platform/process/run-service.ts'
import { expectRedis } from './expect-redis.ts'
import { openJobs } from './jobs.ts'
import { startSchedule, type Work } from './schedule.ts'
import { changedFixtures, settledBets } from './settlement/changed-fixtures.ts'
import { createMissedResettlements } from './settlement/missed-resettlements.ts'
import { resettleFixture } from './settlement/resettle-fixture.ts'
import type { SettleReport } from './settlement/settle-bets.ts'
import { settleFixture } from './settlement/settle-fixture.ts'
import { createUndecidedBets } from './settlement/undecided-bets.ts'

export type RunningWorker = {
  /** Where the queues are, for the line that it prints. */
  readonly queues: string
  close(): Promise<void>
}

/** Less than the time in which a process has to end. */
const CLOSE_TIMEOUT_MS = 3_000

/** Throws an error with a one-line message if a setting is missing or a dependency cannot be reached. */
export async function openWorker({ config, log, fatal }: ServiceContext): Promise<RunningWorker> {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = config
  const stopping = new AbortController()
  const opened: (() => unknown)[] = []
  const closeAll = async () => {
    for (const one of opened.splice(0).toReversed()) await one()
  }
  const close = async () => {
    stopping.abort()
    // jobs have had their time: what one of them still holds, such as a query, ends with the process as in a crash
    await Promise.race([closeAll(), pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
  }
  try {
    const pool = openPool(databaseUrl)
    opened.push(() => pool.end())
    const locks = createSessionLocks(databaseUrl, 'fairbook worker locks')
    opened.push(() => locks.close())
    const queries = await openQueries(databaseUrl, { max: 6, name: 'fairbook worker reads' })
    opened.push(() => queries.end())
    const store = watchLog(await openProductLog(config), fatal)
    opened.push(() => store.close())
    await expectSameLog(pool, store)
    const clock = await joinClock({ url: databaseUrl, pool, speed: clockSpeed(config) })
    opened.push(() => clock.close())
    const { businessNow } = clock
    const snapshots = createSnapshots({ pool, logId: store.logId, log })
    const commands = createCommands({ store, cacheBytes: WORKER_CACHE_BYTES, snapshots })
    const { accounts, fixtures, feeds } = commands
    const passwords = createPasswords()
    const treasury = createTreasury({
      ...{ queries, locks, commands, businessNow },
      budgetCents: config.TREASURY_DAILY_BUDGET,
    })
    const registrations = createRegistrations({ pool, locks, accounts, passwords, treasury, businessNow })
    const passwordChanges = createPasswordChanges({ pool, accounts, passwords, businessNow })
    const recording = { pool, recorder: commands.sessions, businessNow }
    const finishSignIns = createSignInSweep({ ...recording, accounts })
    const recordFailures = createFailureSweep(recording)
    const emailChanges = createEmailChanges({ pool, locks, accounts, businessNow })
    const requests = createRequests({ pool, accounts, businessNow })
    const transfers = createTransfers({ pool, queries, accounts, businessNow })
    const erasures = createErasures({ pool, accounts })
    const closings = createClosings({ pool, queries, accounts, businessNow })
    const claims = createCommandClaims(pool)
    const poller = await openPoller({ pool, queries, config, clock, fixtures, feeds, log, stopping: stopping.signal })
    opened.push(() => poller.close())
    if (redisUrl !== undefined) await expectRedis(redisUrl)
    const jobs = openJobs({ databaseUrl, redisUrl, log })
    opened.push(() => jobs.close())

    const undecided = createUndecidedBets()
    const settler = { queries, accounts, fixtures, businessNow, undecided, stopping: stopping.signal }
    const sayMissed = createMissedResettlements({ queries, businessNow, log })
    const sayRefused = (fixture: string, done: string, { refused }: SettleReport) => {
      if (Object.keys(refused).length > 0) log(`bets on ${fixture} not ${done}: ${JSON.stringify(refused)}`)
    }
    const work: Work = {
      poll: poller.tick,
      settleFixture: async (fixture) => sayRefused(fixture, 'settled', await settleFixture(fixture, settler)),
      decidedFixtures: (fixtures) => decidedWithOpenBets(queries, fixtures),
      resettlement: {
        settleFixture: async (fixture) => sayRefused(fixture, 'settled again', await resettleFixture(fixture, settler)),
        decidedFixtures: async (fixtures) => {
          if (fixtures === null) await sayMissed()
          return withSupersededBets(queries, fixtures, windowStart(businessNow().toISOString()))
        },
        superseded: () => supersededSince(queries, windowStart(businessNow().toISOString())),
      },
      accountChores: [
        registrations.finishInterrupted,
        passwordChanges.finishInterrupted,
        finishSignIns,
        recordFailures,
        emailChanges.finishInterrupted,
        requests.finishInterrupted,
        transfers.finishInterrupted,
        closings.finishDue,
        erasures.applyAgain,
        treasury.finishInterrupted,
      ],
      abandonOverdue: poller.abandonOverdue,
      prunes: [poller.prune, claims.sweep, () => sweepReasons(pool)],
    }
    const schedule = await startSchedule(jobs, work, log)
    opened.push(() => schedule.close())
    const listener = await listen(
      databaseUrl,
      [PROJECTED],
      (_channel, payload) => {
        const announcement = announcementIn(payload)
        schedule.changed(changedFixtures(announcement))
        if (settledBets(announcement)) schedule.settled()
      },
      { onConnect: () => schedule.changed(null) },
    )
    opened.push(() => listener.close())
    return { queues: `queues on ${redisUrl === undefined ? 'Postgres' : 'Redis'}`, close }
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
}
