// LISTEN that outlives its connection.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

export type Listener = { close(): Promise<void> }

export type ListenOptions = {
  /**
   * Called each time the channels are being listened to, the first time too: read what may have been missed meanwhile.
   * Postgres keeps no notification for those who are away.
   */
  readonly onConnect?: () => void
}

const RETRY_MS = [50, 100, 250, 500, 1_000] as const
const CHECK_MS = 15_000

/** Resolves once it listens for the first time. A connection lost later is opened again for as long as it takes. */
export async function listen(
  url: string,
  channels: readonly string[],
  onMessage: (channel: string, payload: string) => void,
  options: ListenOptions = {},
): Promise<Listener> {
  let closed = false
  let current = await open(url, channels, deliver)
  function deliver(channel: string, payload: string) {
    if (!closed) onMessage(channel, payload)
  }

  const reopen = async () => {
    for (let attempt = 0; !closed; attempt++) {
      await pause(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)])
      const next = await open(url, channels, deliver).catch(() => null)
      if (next) return next
    }
    return null
  }
  const keep = async () => {
    while (!closed) {
      options.onConnect?.()
      await lostOrSilent(current)
      current.client.end().catch(() => undefined)
      const next = await reopen()
      if (next) current = next
      if (closed) current.client.end().catch(() => undefined)
    }
  }
  const kept = keep()
  return {
    async close() {
      closed = true
      await current.client.end().catch(() => undefined)
      await kept
    },
  }
}

type Connection = { readonly client: pg.Client; readonly lost: Promise<void> }

async function open(
  url: string,
  channels: readonly string[],
  deliver: (channel: string, payload: string) => void,
): Promise<Connection> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'fairbook listen',
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
    keepAlive: true,
  })
  client.on('notification', ({ channel, payload }) => deliver(channel, payload ?? ''))
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
  })
  try {
    await client.connect()
    for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    return { client, lost }
  } catch (error) {
    client.end().catch(() => undefined)
    throw error
  }
}

/** A peer that vanished without a word is noticed by asking now and then. */
async function lostOrSilent({ client, lost }: Connection): Promise<void> {
  const timer = setInterval(() => {
    client.query('select 1').catch(() => client.end().catch(() => undefined))
  }, CHECK_MS)
  timer.unref()
  await lost
  clearInterval(timer)
}
