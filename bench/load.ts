// Load on an HTTP server of this machine: a number of clients, each sending its next request when the last was
// answered.
import { Pool } from 'undici'

export type Request = {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}
export type Run = {
  accepted: number
  refused: number
  seconds: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  firstRefusal: string | null
}

/** Value below which `share` of the sorted values lie. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Loads `origin` (127.0.0.1) for `seconds`. `next(client, n)` makes the n-th request of a client. */
export async function load(
  origin: string,
  clients: number,
  seconds: number,
  next: (client: number, n: number) => Request,
): Promise<Run> {
  const pool = new Pool(origin, { connections: clients, pipelining: 1, headersTimeout: 60_000 })
  const latencies: number[] = []
  let refused = 0
  let firstRefusal: string | null = null
  const begin = performance.now()
  const end = begin + seconds * 1000

  const client = async (index: number) => {
    for (let n = 0; performance.now() < end; n++) {
      const { method = 'POST', path, headers, body = null } = next(index, n)
      const sent = performance.now()
      const reply = await pool.request({ method, path, headers, body })
      const text = await reply.body.text()
      if (reply.statusCode === 200) latencies.push(performance.now() - sent)
      else {
        refused += 1
        firstRefusal ??= `${reply.statusCode} ${text.slice(0, 200)}`
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)))
  const took = (performance.now() - begin) / 1000
  await pool.close()
  latencies.sort((a, b) => a - b)
  return {
    accepted: latencies.length,
    refused,
    seconds: took,
    perSecond: latencies.length / took,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    firstRefusal,
  }
}
