// Starts the api: database, log, clock, board, server.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openClock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import { openPool } from '../database/pool.ts'
import { PostgresLog } from '../event-store/postgres/log.ts'
import { ensureSuperAdmin } from '../identity/super-admin.ts'
import { openQuoteBoard } from '../odds/board.ts'
import { openServices } from './open-services.ts'
import { buildServer } from './server.ts'

const UI_DIR = fileURLToPath(new URL('../../ui/dist', import.meta.url))
/** What is under way when it stops may take this long to be answered. */
const DRAIN_MS = 3_000

export type RunningApi = { readonly port: number; stop(): Promise<void> }

/**
 * Serves once it resolves. `announce` is called with the password of a super admin that was made up.
 * Throws an error of one line where a setting is missing, or something cannot be reached.
 */
export async function startApi(
  config: Config,
  announce: (username: string, password: string) => void,
  log: (error: unknown) => void,
): Promise<RunningApi> {
  const { DATABASE_URL: databaseUrl, HOST, PORT } = config
  if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set')
  const opened: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const one of opened.toReversed()) await one()
  }
  try {
    const pool = openPool(databaseUrl, { max: 4, name: 'fairbook board' })
    opened.push(() => pool.end())
    const clock = await openClock(pool)
    opened.push(() => clock.close())
    const store = await PostgresLog.open({ url: databaseUrl })
    opened.push(() => store.close())
    const board = await openQuoteBoard({ pool, databaseUrl, config, clock, log })
    opened.push(() => board.close())
    const uiDir = existsSync(UI_DIR) ? UI_DIR : null
    const services = await openServices({ databaseUrl, settings: config, store, clock, board, uiDir, log })
    opened.push(() => services.close())
    await ensureSuperAdmin(services, config, announce)
    const server = await buildServer(services)
    opened.push(async () => {
      services.endStreams()
      // whoever keeps a request open for longer than that is cut off
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
