// The bettor who is measured: places one bet after the other, and measures how long each takes.
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { type Pick, singleBet } from '#tests/bets.ts'
import { quantile } from '../load.ts'

/** Pause between two bets. */
const REST_MS = 5
const STAKE = 0.1
/** Odds may change: that reply is as good as any. */
const ANSWERS = [200, 409]

export type Placed = { readonly bets: number; readonly failed: number; readonly p50Ms: number; readonly p99Ms: number }

export const summary = (latencies: readonly number[], failed = 0): Placed => {
  const sorted = [...latencies].sort((a, b) => a - b)
  return { bets: sorted.length, failed, p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99) }
}

/** `headers`: who bets, and from where. */
export async function placeBets(
  origin: string,
  headers: Record<string, string>,
  picks: readonly Pick[],
  seconds: number,
): Promise<{ latencies: number[]; failed: number }> {
  const pool = new Pool(origin, { connections: 1, pipelining: 1 })
  const latencies: number[] = []
  let failed = 0
  const run = crypto.randomUUID()
  for (let n = 0, end = performance.now() + seconds * 1_000; performance.now() < end; n++) {
    const sent = performance.now()
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/api/bets/place-bet',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': `${run}-${n}` },
      body: JSON.stringify(singleBet(picks[n % picks.length]!, STAKE)),
    })
    await body.dump()
    if (ANSWERS.includes(statusCode)) latencies.push(performance.now() - sent)
    else failed += 1
    await pause(REST_MS)
  }
  await pool.close()
  return { latencies, failed }
}
