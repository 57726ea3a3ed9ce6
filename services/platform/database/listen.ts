// LISTEN on a connection that is reopened whenever it is lost, and that all of a process may share.
import pg from 'pg'
import { Backoff } from '../process/backoff.ts'
import { connect } from './connect.ts'

export type Listener = {
  /**
   * Monotonic milliseconds: whatever was notified until then has been delivered, unless `onConnect` was called since.
   * It grows with every probe that is answered.
   */
  readonly heardAt: number
  close(): Promise<void>
}

export type Heard = {
  readonly onMessage: (channel: string, payload: string) => void
  /**
   * Called each time the channels are listened to, including the first: read what may have been missed. Postgres keeps
   * no notifications for clients that are disconnected.
   */
  readonly onConnect?: (() => void) | undefined
}

/**
 * The one connection on which a process listens, for all its parts: Postgres sends each notification to every
 * connection that listens.
 */
export type Notifications = Listener & {
  /** Resolves once these channels are listened to, or everything is closed. Returns a function that unsubscribes. */
  on(channels: readonly string[], heard: Heard): Promise<() => void>
}

/** `probeMs`: how often the connection is asked whether it is still there. */
export type ListenOptions = Pick<Heard, 'onConnect'> & { readonly probeMs?: number }

const RETRY_MS = { first: 50, max: 1_000 }
const PROBE_MS = 15_000

/** As `openNotifications`, for a single listener. Resolves once it listens for the first time. */
export async function listen(
  url: string,
  channels: readonly string[],
  onMessage: Heard['onMessage'],
  { onConnect, probeMs }: ListenOptions = {},
): Promise<Listener> {
  const notifications = await openNotifications(url, probeMs)
  await notifications.on(channels, { onMessage, onConnect })
  return notifications
}

type Subscription = Heard & {
  readonly channels: readonly string[]
  /** Resolves once its channels are listened to for the first time. */
  readonly begun: PromiseWithResolvers<void>
}

/** Throws if it cannot connect. A connection lost later is reopened, however long that takes. */
export async function openNotifications(url: string, probeMs = PROBE_MS): Promise<Notifications> {
  const closing = new AbortController()
  const { signal } = closing
  const subscriptions = new Set<Subscription>()
  const deliver = (channel: string, payload: string) => {
    if (signal.aborted) return
    for (const one of subscriptions) if (one.channels.includes(channel)) one.onMessage(channel, payload)
  }
  let current = await open(url, deliver)

  const begin = (one: Subscription) => {
    one.onConnect?.()
    one.begun.resolve()
  }
  /** From here on this connection also hears the channels that anybody asked for meanwhile. */
  const use = async (next: Connection) => {
    const asked = () => [...new Set([...subscriptions].flatMap(({ channels }) => channels))]
    while (asked().some((channel) => !next.channels.has(channel))) await listenTo(next, asked())
    next.heardAt = performance.now()
    current = next
    for (const one of subscriptions) begin(one)
  }
  const reopen = async () => {
    for (const backoff = new Backoff(RETRY_MS.first, RETRY_MS.max); !signal.aborted; ) {
      await backoff.wait(signal)
      const next = await open(url, deliver).catch(() => null)
      if (next === null) continue
      try {
        return await use(next)
      } catch {
        end(next)
      }
    }
  }
  const keepListening = async () => {
    while (!signal.aborted) {
      await untilLost(current, probeMs)
      end(current)
      await reopen()
      if (signal.aborted) end(current)
    }
  }
  const listening = keepListening()
  return {
    get heardAt() {
      return current.heardAt
    },
    async on(channels, heard) {
      if (signal.aborted) return () => undefined
      const one: Subscription = { ...heard, channels, begun: Promise.withResolvers() }
      subscriptions.add(one)
      const asked = current
      try {
        await listenTo(asked, channels)
        // if another connection has taken its place, that one has called `begin`
        if (asked === current) begin(one)
      } catch {
        end(asked)
      }
      await one.begun.promise
      return () => void subscriptions.delete(one)
    },
    async close() {
      closing.abort()
      await current.client.end().catch(() => undefined)
      await listening
      for (const { begun } of subscriptions) begun.resolve()
    },
  }
}

/** `channels`: those that are listened to. */
type Connection = {
  readonly client: pg.Client
  readonly lost: Promise<void>
  readonly channels: Set<string>
  heardAt: number
}

async function open(url: string, deliver: (channel: string, payload: string) => void): Promise<Connection> {
  const client = await connect(url, { name: 'fairbook listen', queryTimeoutMs: 10_000 })
  client.on('notification', ({ channel, payload }) => deliver(channel, payload ?? ''))
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
  })
  return { client, lost, channels: new Set(), heardAt: performance.now() }
}

async function listenTo({ client, channels }: Connection, asked: readonly string[]): Promise<void> {
  const missing = asked.filter((channel) => !channels.has(channel))
  if (missing.length === 0) return
  await client.query(missing.map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join(';'))
  for (const channel of missing) channels.add(channel)
}

const end = ({ client }: Connection): void => void client.end().catch(() => undefined)

/**
 * A query now and then detects a peer that is gone without closing the connection. Its reply comes after all
 * notifications of transactions committed before the query: Postgres sends them before it is ready for the next query.
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
