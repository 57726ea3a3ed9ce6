// How long after its acknowledgement a bet is in the read models, at a steady rate.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Pool } from 'undici'
import { quantile, type Request } from './load.ts'

export type Lag = { samples: number; p50Ms: number; p99Ms: number; maxMs: number }

/** Sends `perSecond` requests a second for `seconds`; `positionOf` reads the log position from a reply. */
export async function projectionLag(
  origin: string,
  databaseUrl: string,
  perSecond: number,
  seconds: number,
  next: (client: number, n: number) => Request,
  positionOf: (reply: { position: string }) => bigint,
): Promise<Lag> {
  const listener = new pg.Client({ connectionString: databaseUrl })
  await listener.connect()
  const projected: { position: bigint; at: number }[] = []
  listener.on('notification', ({ payload }) => {
    const { position } = JSON.parse(payload ?? '{}') as { position: string }
    projected.push({ position: BigInt(position), at: performance.now() })
  })
  await listener.query('listen fairbook_projected')

  const pool = new Pool(origin, { connections: 16, pipelining: 1 })
  const acknowledged: { position: bigint; at: number }[] = []
  const send = async (n: number) => {
    const { path, headers, body = null } = next(n % 16, n)
    const reply = await pool.request({ method: 'POST', path, headers, body })
    const text = await reply.body.text()
    if (reply.statusCode !== 200) return
    acknowledged.push({ position: positionOf(JSON.parse(text) as { position: string }), at: performance.now() })
  }
  const begin = performance.now()
  const sent: Promise<void>[] = []
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = begin + (n * 1000) / perSecond
    const early = due - performance.now()
    if (early > 0) await pause(early)
    sent.push(send(n))
  }
  await Promise.all(sent)
  const last = acknowledged.reduce((most, { position }) => (position > most ? position : most), 0n)
  for (let waited = 0; (projected.at(-1)?.position ?? 0n) < last && waited < 10_000; waited += 10) await pause(10)
  await pool.close()
  await listener.end()

  acknowledged.sort((a, b) => (a.position < b.position ? -1 : 1))
  const lags: number[] = []
  let index = 0
  for (const { position, at } of acknowledged) {
    while (index < projected.length && projected[index]!.position < position) index += 1
    const seen = projected[index]
    lags.push(seen === undefined ? Number.POSITIVE_INFINITY : Math.max(0, seen.at - at))
  }
  lags.sort((a, b) => a - b)
  return { samples: lags.length, p50Ms: quantile(lags, 0.5), p99Ms: quantile(lags, 0.99), maxMs: lags.at(-1) ?? 0 }
}
