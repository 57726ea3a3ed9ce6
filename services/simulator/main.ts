// The simulated odds provider as a process (`npm run simulator`).
import type { AddressInfo } from 'node:net'
import { joinClock } from '#services/platform/clock/product-clock.ts'
import { clockSpeed } from '#services/platform/config.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { addressOf } from '#services/platform/process/listen-address.ts'
import { runService } from '#services/platform/process/run-service.ts'
import { createSimulator } from './http/server.ts'

await runService('simulator', async ({ config, print }) => {
  const { DATABASE_URL: url, SIM_HOST: host } = config
  const pool = openPool(url, { max: 2, name: 'fairbook simulator' })
  const clock = await joinClock({ url, pool, speed: clockSpeed(config) })
  if (config.SIM_SPEED !== 1 && clock.speed !== config.SIM_SPEED) {
    print(`Note: SIM_SPEED has no effect: this product's clock already runs at speed ${clock.speed}`)
  }
  const app = createSimulator({
    seed: config.SIM_SEED,
    faults: config.SIM_FAULTS,
    now: () => clock.businessNow(),
    speed: () => clock.speed,
  })
  await app.listen({ host, port: config.SIM_PORT })
  const { port } = app.server.address() as AddressInfo
  return {
    port,
    remark: `${addressOf(host, port)} (set ODDS_API_BASE_URL to it for api and worker)`,
    async stop() {
      await app.close()
      await clock.close()
      await pool.end()
    },
  }
})
