// How fast the simulated feed answers: the odds of every league over HTTP, one request at a time.
import type { AddressInfo } from 'node:net'
import { SIMULATOR_KEY } from '#services/simulator/http/credits-meter.ts'
import { createSimulator } from '#services/simulator/http/server.ts'
import { leagues } from '#services/simulator/schedule/leagues.ts'
import { median } from './load.ts'

const ROUNDS = 20

/** Latency of a reply: median and 99th percentile. */
export async function oddsLatency(): Promise<{ p50Ms: number; p99Ms: number }> {
  const noon = new Date('2026-11-20T12:00:00.500Z')
  const app = createSimulator({ seed: 'fairbook', now: () => noon })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const { key } of leagues) {
      const begin = performance.now()
      const query = `apiKey=${SIMULATOR_KEY}&regions=eu`
      const response = await fetch(`http://127.0.0.1:${port}/v4/sports/${key}/odds?${query}`)
      if (!response.ok) throw new Error(`odds of ${key}: ${response.status}`)
      await response.arrayBuffer()
      times.push(performance.now() - begin)
    }
  }
  await app.close()
  times.sort((one, other) => one - other)
  return { p50Ms: median(times), p99Ms: times[Math.floor(times.length * 0.99)]! }
}
