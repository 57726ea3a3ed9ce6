// Who is told what: changes of games from the board, of accounts and bets from the projector, out to the open streams.

import type { Session } from '#services/accounts/sessions/session.ts'
import type { Sessions } from '#services/accounts/sessions/sessions.ts'
import type { User } from '#services/contract/contract.ts'
import type { QuoteBoard } from '#services/odds/port.ts'
import { inBatches } from './batches.ts'
import type { StreamClient } from './client.ts'
import { GameChanges } from './game-changes.ts'
import { GameMessages, HEARTBEAT, message, type Piece, TOO_MANY_STREAMS } from './messages.ts'
import { OpenStreams, type StreamLimits } from './stream-limits.ts'

/** Changes are gathered for this long, so that a burst goes out as one. */
const GATHER_MS = 100
const HEARTBEAT_MS = 15_000
const ADMIN_EVERY_MS = 1_000
export const STREAMS_MAX = 10_000

export type ProjectedChange = { readonly position: string; readonly hash: string } & (
  | { readonly accounts: readonly string[]; readonly fixtures: readonly string[] }
  | { readonly all: true }
)

export type Hub = {
  readonly size: number
  /**
   * Adds a stream, tells it the time, and what changed since the event that it saw last. Where its session or address
   * has too many, another is told why and closed.
   */
  open(client: StreamClient, lastEventId: string | null): void
  close(client: StreamClient): void
  /** Takes an announcement of the projector. */
  projected(change: ProjectedChange): void
  /** Notifications may have been missed: everybody fetches again. */
  missed(): void
  /** Ends all streams. */
  stop(): void
}

type Deps = {
  readonly board: Pick<QuoteBoard, 'game' | 'onChange'>
  readonly sessions: Pick<Sessions, 'find' | 'onEnded'>
  readonly clock: { businessNow(): Date; readonly speed: number }
  /** The users of these accounts as they are read now, by account. */
  readonly users: (accounts: readonly string[]) => Promise<Map<string, User>>
  /** What a reply carries as X-Ledger-Position. */
  readonly token: (position: string, hash: string) => string
  readonly limits: StreamLimits
  readonly heartbeatMs?: number
}

export function createHub({ board, sessions, clock, users, token, limits, heartbeatMs = HEARTBEAT_MS }: Deps): Hub {
  const clients = new Set<StreamClient>()
  const streams = new OpenStreams<StreamClient>(limits)
  /** Names this process's numbering: an id of another process or of before a restart means nothing here. */
  const epoch = Date.now().toString(36)
  const idOf = (change: number) => `${epoch}-${change}`
  const changes = new GameChanges()
  /** How far those who keep up have been told of games. */
  let toldUpTo = 0
  let position = ''
  let adminMessage: { readonly position: string; readonly bytes: Buffer } | null = null
  let gathering: NodeJS.Timeout | null = null
  let adminDueAt = 0
  let flushing = false

  const stopBoard = board.onChange((fixtures) => {
    changes.add(fixtures)
    if (fixtures.length > 0) gather()
  })
  const stopSessions = sessions.onEnded(() => void checkSessions())
  const heartbeat = setInterval(() => void beat(), heartbeatMs)
  heartbeat.unref()

  function projected(change: ProjectedChange): void {
    position = token(change.position, change.hash)
    const accounts = 'all' in change ? null : new Set(change.accounts)
    for (const client of clients) {
      const { topics, session } = client
      if (topics.me && session !== null && (accounts === null || accounts.has(session.accountId))) client.account = true
      if (topics.admin) client.admin = true
    }
    // a fixture's events show on the board when it has read them; until then the game is the one that was sent last
    gather()
  }

  function gather(): void {
    if (clients.size === 0) return
    gathering ??= setTimeout(() => {
      gathering = null
      void flush()
    }, GATHER_MS)
  }

  async function flush(): Promise<void> {
    // one at a time, so that an older state never follows a newer one
    if (flushing) return gather()
    flushing = true
    try {
      await sendAccounts()
      const admins = Date.now() >= adminDueAt
      const games = new GameMessages({ game: board.game, changes, idOf }, toldUpTo)
      toldUpTo = games.upTo
      let left = false
      await inBatches(clients, (client) => {
        const waits = client.reset || client.account || client.admin || client.seen < games.upTo
        if (!waits) return false
        if (client.canWrite()) left = sendTo(client, games, admins) || left
        else left = true
        return true
      })
      if (left) gather()
    } finally {
      flushing = false
    }
  }

  /** True where something waits still. */
  function sendTo(client: StreamClient, games: GameMessages, admins: boolean): boolean {
    const pieces = client.reset ? null : piecesFor(client, games)
    let left = false
    if (pieces === null) {
      client.reset = false
      client.seen = games.upTo
      client.write(message({ kind: 'reset' }, idOf(games.upTo)))
    } else {
      left = !client.writeAll(pieces)
      if (!left) client.seen = games.upTo
    }
    if (client.admin && admins) {
      if (adminMessage?.position !== position)
        adminMessage = { position, bytes: message({ kind: 'admin', topic: 'admin', position }) }
      client.write(adminMessage.bytes)
      client.admin = false
      adminDueAt = Date.now() + ADMIN_EVERY_MS
    }
    return left || client.admin || client.account
  }

  function piecesFor({ topics, seen }: StreamClient, games: GameMessages): Iterable<Piece> | null {
    if (seen >= games.upTo) return []
    return topics.live ? games.live(seen) : games.followed(topics.events, seen)
  }

  async function sendAccounts(): Promise<void> {
    const waiting = [...clients].filter((client) => client.account && client.canWrite())
    if (waiting.length === 0) return
    const at = position
    for (const client of waiting) client.account = false
    try {
      const found = await users([...new Set(waiting.map((client) => client.session!.accountId))])
      const bytes = new Map<string, Buffer>()
      for (const [account, user] of found) {
        const changed = message({ kind: 'account', topic: 'me', user, position: at })
        bytes.set(account, Buffer.concat([changed, message({ kind: 'bets', topic: 'me', position: at })]))
      }
      await inBatches(waiting, (client) => {
        const news = bytes.get(client.session!.accountId)
        if (news !== undefined) client.write(news)
        return news !== undefined
      })
    } catch {
      // the database is away: the next change, or the client's own polling, brings it
      for (const client of waiting) client.account = true
    }
  }

  function open(client: StreamClient, lastEventId: string | null): void {
    for (const other of streams.add(client)) {
      clients.delete(other)
      other.end(TOO_MANY_STREAMS)
    }
    clients.add(client)
    const since = lastEventId === null ? changes.sequence : changeOf(lastEventId)
    client.seen = since ?? changes.sequence
    client.reset = since === null
    const now = { now: clock.businessNow().toISOString(), speed: clock.speed }
    client.write(message({ kind: 'hello', clock: now }, idOf(client.seen)))
    if (client.topics.me) client.account = true
    if (client.topics.admin) client.admin = true
    gather()
  }

  /** The change that an event's id names; null where it means nothing any more. */
  function changeOf(lastEventId: string): number | null {
    const [seenEpoch, seen = ''] = lastEventId.split('-')
    return seenEpoch === epoch && /^\d+$/.test(seen) && changes.knows(Number(seen)) ? Number(seen) : null
  }

  async function checkSessions(): Promise<void> {
    const byToken = new Map<string, StreamClient[]>()
    for (const client of clients) {
      if (client.token === null) continue
      const others = byToken.get(client.token)
      if (others === undefined) byToken.set(client.token, [client])
      else others.push(client)
    }
    // at once: they are looked up together, and nobody's end waits for another's answer
    await Promise.all([...byToken].map(([token, own]) => checkSession(token, own)))
  }

  async function checkSession(token: string, own: readonly StreamClient[]): Promise<void> {
    const session: Session | null | undefined = await sessions.find(token).catch(() => undefined)
    // the database is away: what cannot be checked now is checked with the next heartbeat
    if (session === undefined) return
    for (const client of own) {
      if (session === null) end(client)
      else client.session = session
    }
  }

  async function beat(): Promise<void> {
    void checkSessions()
    await inBatches(clients, (client) => {
      if (client.beat(HEARTBEAT)) return true
      forget(client)
      client.destroy()
      return true
    })
  }

  function forget(client: StreamClient): void {
    clients.delete(client)
    streams.remove(client)
  }

  function end(client: StreamClient): void {
    forget(client)
    client.end()
  }

  return {
    get size() {
      return clients.size
    },
    open,
    close: end,
    projected,
    missed() {
      for (const client of clients) {
        client.reset = true
        client.account = client.topics.me
        client.admin = client.topics.admin
      }
      gather()
    },
    stop() {
      stopBoard()
      stopSessions()
      clearInterval(heartbeat)
      if (gathering !== null) clearTimeout(gathering)
      for (const client of [...clients]) end(client)
    },
  }
}
