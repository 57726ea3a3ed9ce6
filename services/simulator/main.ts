// The simulated odds provider as a process of its own, on loopback.
import type { AddressInfo } from 'node:net'
import { openClock } from '../clock/clock.ts'
import { readConfig } from '../config.ts'
import { openPool } from '../database/pool.ts'
import { announceReady, onStop, refuseToStart } from '../supervisor/protocol.ts'
import { createSimulator } from './server.ts'

/** Never anything else: it has no protection against strangers. */
const LOOPBACK = '127.0.0.1'

async function main(): Promise<void> {
  const config = readConfig()
  if (config.DATABASE_URL === undefined) throw new Error('DATABASE_URL is not set: the simulator reads the clock there')
  const pool = openPool(config.DATABASE_URL, { max: 2, name: 'fairbook simulator' })
  const clock = await openClock(pool)
  const app = createSimulator({ seed: config.SIM_SEED, now: () => clock.businessNow(), speed: () => clock.speed })
  onStop(async () => {
    await app.close()
    await clock.close()
    await pool.end()
  })
  await app.listen({ host: LOOPBACK, port: config.SIM_PORT })
  announceReady((app.server.address() as AddressInfo).port)
}

await main().catch((error: unknown) => refuseToStart(error instanceof Error ? error.message : String(error)))
