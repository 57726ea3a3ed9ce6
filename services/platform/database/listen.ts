// LISTEN on a connection that is opened again whenever it is lost.
import pg from 'pg'
import { Backoff } from '../process/backoff.ts'
import { connect } from './connect.ts'

export type Listener = {
  /**
   * Monotonic milliseconds: what was notified until then has been delivered, unless `onConnect` was called since. It grows with
   * every probe that is answered.
   */
  readonly heardAt: number
  close(): Promise<void>
}

export type ListenOptions = {
  /**
   * Called each time the channels are listened to, the first time too: read what may have been missed. Postgres keeps no
   * notifications for clients that are disconnected.
   */
  readonly onConnect?: () => void
  /** How often the connection is asked whether it is still there. */
  readonly probeMs?: number
}

const RETRY_MS = { first: 50, max: 1_000 }
const PROBE_MS = 15_000

/** Resolves once it listens for the first time. A connection lost later is reopened, for as long as that takes. */
export async function listen(
  url: string,
  channels: readonly string[],
  onMessage: (channel: string, payload: string) => void,
  { onConnect, probeMs = PROBE_MS }: ListenOptions = {},
): Promise<Listener> {
  const closing = new AbortController()
  const { signal } = closing
  let current = await open(url, channels, deliver)
  function deliver(channel: string, payload: string) {
    if (!signal.aborted) onMessage(channel, payload)
  }

  const reopen = async () => {
    for (const backoff = new Backoff(RETRY_MS.first, RETRY_MS.max); !signal.aborted; ) {
      await backoff.wait(signal)
      const next = await open(url, channels, deliver).catch(() => null)
      if (next) return next
    }
    return null
  }
  const keepListening = async () => {
    while (!signal.aborted) {
      onConnect?.()
      await untilLost(current, probeMs)
      current.client.end().catch(() => undefined)
      const next = await reopen()
      if (next) current = next
      if (signal.aborted) current.client.end().catch(() => undefined)
    }
  }
  const listening = keepListening()
  return {
    get heardAt() {
      return current.heardAt
    },
    async close() {
      closing.abort()
      await current.client.end().catch(() => undefined)
      await listening
    },
  }
}

type Connection = { readonly client: pg.Client; readonly lost: Promise<void>; heardAt: number }

async function open(
  url: string,
  channels: readonly string[],
  deliver: (channel: string, payload: string) => void,
): Promise<Connection> {
  const client = await connect(url, { name: 'fairbook listen', queryTimeoutMs: 10_000 })
  client.on('notification', ({ channel, payload }) => deliver(channel, payload ?? ''))
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
  })
  try {
    for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    return { client, lost, heardAt: performance.now() }
  } catch (error) {
    client.end().catch(() => undefined)
    throw error
  }
}

/**
 * A query now and then detects a peer that vanished without closing the connection. Its answer comes after all notifications
 * whose transactions had been committed when it was asked: Postgres sends them before it is ready for the next query.
 */
async function untilLost(connection: Connection, probeMs: number): Promise<void> {
  const { client, lost } = connection
  let asking = false
  const probe = async () => {
    if (asking) return
    asking = true
    const askedAt = performance.now()
    await client.query('select 1')
    connection.heardAt = askedAt
    asking = false
  }
  const timer = setInterval(() => {
    probe().catch(() => client.end().catch(() => undefined))
  }, probeMs)
  timer.unref()
  await lost
  clearInterval(timer)
}
