// The whole product in one process, on a real database and with a provider behind HTTP, on a clock that jumps.
import type pg from 'pg'
import { startProjector } from '#projections/runner/projector.ts'
import { ensureSuperAdmin } from '#services/accounts/registration/super-admin.ts'
import { quickPasswords } from '#services/accounts/testing/quick-passwords.ts'
import { HEARD_EVERY_MS, openServices } from '#services/api/open-services.ts'
import { buildServer } from '#services/api/server.ts'
import { type Commands, createCommands } from '#services/commands/commands.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { openQuoteBoard } from '#services/odds/board/board.ts'
import { createPoller } from '#services/odds/polling/poller.ts'
import type { Poller, QuoteBoard } from '#services/odds/port.ts'
import type { OddsClient } from '#services/odds/provider/client.ts'
import { budgetOf, providerOf } from '#services/odds/provider/provider.ts'
import { type Config, readConfig } from '#services/platform/config.ts'
import { openNotifications } from '#services/platform/database/listen.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { openQueries, type Queries } from '#services/platform/database/queries.ts'
import { fundedSessions, SUPER_ADMIN } from '#tests/product.ts'
import { folded } from './folded.ts'
import { openSettling, type Settling } from './settling.ts'
import type { SteppedClock } from './stepped-clock.ts'

export type House = {
  readonly url: string
  readonly origin: string
  readonly pool: pg.Pool
  readonly queries: Queries
  readonly store: PostgresLog
  readonly commands: Commands
  readonly board: QuoteBoard
  readonly poller: Poller
  readonly clock: SteppedClock
  /** Bearer tokens. */
  readonly bettors: readonly string[]
  /** What was logged, in order. */
  readonly problems: string[]
  readonly settling: Settling
  /** Waits until every read model has folded all events. Throws if one has stopped. */
  folded(): Promise<void>
  close(): Promise<void>
}

export type HouseOptions = {
  /** A migrated database, as the services' role. */
  readonly url: string
  /** The provider's. */
  readonly baseUrl: string
  readonly clock: SteppedClock
  readonly bettors?: number
  /** Balance of each bettor. */
  readonly euros?: number
  /** Settings as environment variables. */
  readonly env?: Readonly<Record<string, string>>
  readonly isSlow: IsSlow
}

/** Whether the provider will be too slow to answer a call about a league (null: about none). */
export type IsSlow = (league: string | null) => boolean

/**
 * Slow replies take three seconds: none comes within this timeout, and nobody has to wait for replies that will not
 * come.
 */
const SLOW_TIMEOUT_MS = 200
/** For a provider that is not slow: longer than a busy machine takes. */
const TIMEOUT_MS = 60_000

function clientOf(config: Config, isSlow: IsSlow): OddsClient {
  const within = (timeoutMs: number) => providerOf(config, { timeoutMs, pause: async () => undefined })
  const [hasty, patient] = [within(SLOW_TIMEOUT_MS), within(TIMEOUT_MS)]
  const close = () => Promise.all([hasty.close(), patient.close()])
  return new Proxy(patient, {
    get(_, name) {
      if (name === 'close') return close
      const ofPatient = Reflect.get(patient, name)
      if (typeof ofPatient !== 'function') return ofPatient
      return (...args: unknown[]) => {
        const league = typeof args[0] === 'string' ? args[0] : null
        return isSlow(league) ? Reflect.get(hasty, name)(...args) : ofPatient(...args)
      }
    },
  })
}

export async function openHouse(options: HouseOptions): Promise<House> {
  const { url, baseUrl, clock, bettors = 20, euros = 1_000_000, env = {}, isSlow } = options
  const config = readConfig({ ODDS_API_BASE_URL: baseUrl, ...env })
  const problems: string[] = []
  const log = (problem: unknown) => void problems.push(String(problem))
  const { businessNow } = clock
  const pool = openPool(url)
  const queries = await openQueries(url)
  const store = await PostgresLog.open({ url })
  const projector = startProjector({ store, url, log })
  const client = clientOf(config, isSlow)
  const budget = budgetOf(config, pool, clock.systemNow)
  // as in a separate process, with states of its own
  const commands = createCommands({ store })
  const { accounts, fixtures, feeds } = commands
  const poller = createPoller({ pool, queries, client, budget, clocks: clock, fixtures, feeds, log })
  const settling = await openSettling(url, { queries, accounts, fixtures, businessNow }, log)
  const notifications = await openNotifications(url, HEARD_EVERY_MS)
  const board = await openQuoteBoard({ pool, queries, notifications, config, clock, feeds, log })
  const services = await openServices({
    databaseUrl: url,
    ...{ notifications, queries, settings: config, queueLimits: config, store, clock, board, budget, uiDir: null, log },
    passwords: quickPasswords(),
    writeSecurityLine: () => undefined,
  })
  const { username, password } = SUPER_ADMIN
  const superAdmin = { SUPER_ADMIN_USERNAME: username, SUPER_ADMIN_PASSWORD: password }
  await ensureSuperAdmin(services, superAdmin, () => undefined)
  const server = await buildServer(services)
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...{ url, origin, pool, queries, store, commands, board, poller, clock, problems, settling },
    bettors: await fundedSessions(origin, bettors, euros),
    folded: () => folded(pool, store),
    async close() {
      services.endStreams()
      await server.close()
      await services.close()
      await board.close()
      await notifications.close()
      await settling.close()
      await poller.close()
      await projector.stop()
      await store.close()
      await queries.end()
      await pool.end()
    },
  }
}
