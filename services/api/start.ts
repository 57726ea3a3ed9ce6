// Starts the api: database, log, clock, board, server.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expectSameLog, watchLog } from '#projections/log-identity.ts'
import { readProjectionProgress } from '#projections/runner/metrics.ts'
import { ensureSuperAdmin } from '#services/accounts/registration/super-admin.ts'
import { createCommandLog } from '#services/commands/command-log.ts'
import { createCommands } from '#services/commands/commands.ts'
import { openProductLog } from '#services/event-store/open.ts'
import { openQuoteBoard } from '#services/odds/board/board.ts'
import { budgetOf } from '#services/odds/provider/provider.ts'
import { joinClock } from '#services/platform/clock/product-clock.ts'
import { clockSpeed } from '#services/platform/config.ts'
import { openNotifications } from '#services/platform/database/listen.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { isLogProtected, UNPROTECTED } from '#services/platform/database/protection.ts'
import { openQueries } from '#services/platform/database/queries.ts'
import { createLogger } from '#services/platform/logging/logger.ts'
import type { ServiceContext } from '#services/platform/process/run-service.ts'
import { openSecurityOutput } from '#services/platform/process/security-output.ts'
import { readApiMetrics } from './metrics.ts'
import { HEARD_EVERY_MS, openServices } from './open-services.ts'
import { buildServer } from './server.ts'

const UI_DIR = fileURLToPath(new URL('../../ui/dist', import.meta.url))
/** How long requests in flight may take to be answered when the api stops. */
const DRAIN_MS = 3_000

export type RunningApi = { readonly port: number; stop(): Promise<void> }

/**
 * Resolves once it serves. `announce` is called with the super admin's password if one was generated. Throws an error
 * with a one-line message if a setting is missing or something cannot be reached.
 */
export async function startApi(
  { config, log, fatal, print }: ServiceContext,
  announce: (username: string, password: string) => void,
): Promise<RunningApi> {
  const { DATABASE_URL: databaseUrl, HOST, PORT } = config
  const opened: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const one of opened.toReversed()) await one()
  }
  try {
    const pool = openPool(databaseUrl, { max: 4, name: 'fairbook board' })
    opened.push(() => pool.end())
    const queries = await openQueries(databaseUrl, { name: 'fairbook api reads' })
    opened.push(() => queries.end())
    const clock = await joinClock({ url: databaseUrl, pool, speed: clockSpeed(config) })
    opened.push(() => clock.close())
    const store = watchLog(await openProductLog(config), fatal)
    opened.push(() => store.close())
    await expectSameLog(pool, store)
    if (config.EVENTSTORE_URL === undefined && !(await isLogProtected(pool))) print(`Note: ${UNPROTECTED}`)
    // prices fetched on a bettor's behalf are sealed like those of a poll
    const commandLog = createCommandLog(createLogger('api', process.stdout, config.LOG_LEVEL))
    const { feeds } = createCommands({ store, commandLog })
    const notifications = await openNotifications(databaseUrl, HEARD_EVERY_MS)
    opened.push(() => notifications.close())
    const board = await openQuoteBoard({ pool, queries, notifications, config, clock, feeds, log })
    opened.push(() => board.close())
    const uiDir = existsSync(UI_DIR) ? UI_DIR : null
    if (uiDir === null) print('Note: there are no pages to serve: npm run build makes them')
    const securityOutput = await openSecurityOutput(config.SECURITY_LOG, log)
    opened.push(() => securityOutput.close())
    const services = await openServices({
      databaseUrl,
      notifications,
      queries,
      settings: config,
      queueLimits: config,
      store,
      clock,
      board,
      budget: budgetOf(config, pool, () => clock.systemNow()),
      uiDir,
      writeSecurityLine: securityOutput.write,
      commandLog,
      log,
    })
    opened.push(() => services.close())
    const metrics = [readApiMetrics(services), readProjectionProgress({ pool, store })]
    opened.push(async () => metrics.forEach((end) => void end()))
    await ensureSuperAdmin(services, config, announce)
    const server = await buildServer(services)
    opened.push(async () => {
      services.endStreams()
      // connections that are still open after this are cut off
      const cut = setTimeout(() => server.server.closeAllConnections(), DRAIN_MS)
      await server.close()
      clearTimeout(cut)
    })
    await server.listen({ host: HOST, port: PORT })
    const address = server.server.address()
    return { port: typeof address === 'object' && address !== null ? address.port : PORT, stop: close }
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
}
