// A process that sends requests to a server on this machine, as ordered by the single message that it receives.
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'

export type Call = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

export type LoadOrder = {
  readonly origin: string
  /** Sent in turn. */
  readonly calls: readonly Call[]
  /**
   * Each connection sends its next request when the last was answered; with `perSecond`, this is how many may be
   * outstanding.
   */
  readonly connections: number
  readonly seconds: number
  readonly perSecond?: number
}

export type LoadDone = {
  readonly answered: number
  readonly perSecond: number
  readonly bytesEach: number
  /** Number of replies by status; 0: no reply. */
  readonly statuses: Record<number, number>
}

/** The most requests that one process ever sends. */
const REQUESTS_MAX = 500_000
const ANSWER_WITHIN_MS = 25_000

async function run({ origin, calls, connections, seconds, perSecond }: LoadOrder): Promise<LoadDone> {
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    headersTimeout: ANSWER_WITHIN_MS,
    bodyTimeout: ANSWER_WITHIN_MS,
  })
  const statuses: Record<number, number> = {}
  let [sent, answered, bytes] = [0, 0, 0]
  const begin = performance.now()
  const end = begin + seconds * 1_000

  const send = async (): Promise<void> => {
    const { method, path, headers, body } = calls[sent++ % calls.length]!
    const reply = await pool
      .request({ method, path, headers, ...(body === undefined ? {} : { body }) })
      .catch(() => null)
    if (reply !== null) for await (const chunk of reply.body) bytes += (chunk as Buffer).length
    const status = reply?.statusCode ?? 0
    statuses[status] = (statuses[status] ?? 0) + 1
    answered += 1
  }
  const lane = async () => {
    while (performance.now() < end && sent < REQUESTS_MAX) await send()
  }
  const atPace = async (rate: number) => {
    const waiting = new Set<Promise<void>>()
    while (performance.now() < end && sent < REQUESTS_MAX) {
      const due = Math.min(REQUESTS_MAX, ((performance.now() - begin) / 1_000) * rate)
      while (sent < due && waiting.size < connections) {
        const one: Promise<void> = send().finally(() => waiting.delete(one))
        waiting.add(one)
      }
      await pause(5)
    }
    await Promise.all(waiting)
  }
  if (perSecond === undefined) await Promise.all(Array.from({ length: connections }, lane))
  else await atPace(perSecond)
  const took = (performance.now() - begin) / 1_000
  await pool.destroy()
  return { answered, perSecond: answered / took, bytesEach: Math.round(bytes / Math.max(1, answered)), statuses }
}

process.once('message', async (order) => {
  process.send!(await run(order as LoadOrder), () => process.disconnect())
})
