// Puts the worker together: store, commands, provider, queues.
import { type Announcement, PROJECTED } from '../../projections/runner/announcement.ts'
import { openClock } from '../clock/clock.ts'
import { createCommands } from '../commands/commands.ts'
import type { Config } from '../config.ts'
import { listen } from '../database/listen.ts'
import { openPool } from '../database/pool.ts'
import { PostgresLog } from '../event-store/postgres/log.ts'
import { createBirths } from '../identity/births.ts'
import { createPasswords } from '../identity/passwords.ts'
import { createTransfers } from '../identity/transfers.ts'
import { openPoller } from '../odds/poller.ts'
import { openJobs } from './jobs.ts'
import { openBetsIn } from './open-bets.ts'
import { startSchedule } from './schedule.ts'
import { settleFixture } from './settle.ts'

export type RunningWorker = { close(): Promise<void> }

/** Null where the projector could not name them all. */
const fixturesOf = (announcement: Announcement) => ('all' in announcement ? null : announcement.fixtures)

/** Throws an error of one line where a setting is missing or something cannot be reached. */
export async function openWorker(config: Config, log: (error: unknown) => void): Promise<RunningWorker> {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = config
  if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set')
  const pool = openPool(databaseUrl)
  const clock = await openClock(pool)
  const store = await PostgresLog.open({ url: databaseUrl })
  const { businessNow } = clock
  const { accounts, fixtures } = createCommands({ store })
  const births = createBirths({ pool, accounts, passwords: createPasswords(), businessNow })
  const transfers = createTransfers({ pool, accounts, businessNow })
  const poller = await openPoller({ pool, config, clock, fixtures, log })
  const openBets = openBetsIn(pool)
  const jobs = openJobs({ databaseUrl, redisUrl, log })

  const schedule = await startSchedule(
    jobs,
    {
      poll: async () => void (await poller.tick()),
      settleFixture: async (fixture) => {
        const { refused } = await settleFixture(fixture, { openBets, accounts, fixtures, businessNow })
        if (Object.keys(refused).length > 0) log(`bets on ${fixture} not settled: ${JSON.stringify(refused)}`)
      },
      decidedFixtures: openBets.decided,
      finishBirths: async () => void (await births.finishBirths()),
      finishTransfers: async () => void (await transfers.finishTransfers()),
      abandonOverdue: async () => void (await poller.abandonOverdue()),
      prune: async () => void (await poller.prune()),
    },
    log,
  )
  const listener = await listen(
    databaseUrl,
    [PROJECTED],
    (_channel, payload) => schedule.changed(fixturesOf(JSON.parse(payload) as Announcement)),
    { onConnect: () => schedule.changed(null) },
  )

  return {
    async close() {
      schedule.close()
      await listener.close()
      await jobs.close()
      await poller.close()
      await clock.close()
      await store.close()
      await pool.end()
    },
  }
}
