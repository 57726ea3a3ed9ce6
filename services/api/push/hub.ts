// Who is told what: changes of games from the board, of accounts and bets from the projector, out to the open streams.

import type { Session, Sessions } from '../../identity/sessions.ts'
import type { QuoteBoard } from '../../odds/port.ts'
import type { Game, Push, User } from '../contract.ts'
import type { StreamClient } from './client.ts'

/** Changes are gathered for this long, so that a burst goes out as one. */
const GATHER_MS = 100
const HEARTBEAT_MS = 15_000
const ADMIN_EVERY_MS = 1_000
/** How many changed games are remembered for those who come back. */
const REMEMBERED_MAX = 5_000
export const STREAMS_MAX = 10_000

export type ProjectedChange = { readonly position: string; readonly hash: string } & (
  | { readonly accounts: readonly string[]; readonly fixtures: readonly string[] }
  | { readonly all: true }
)

export type Hub = {
  readonly size: number
  /** Adds a stream, tells it the time, and what changed since the event that it saw last. */
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
  readonly heartbeatMs?: number
}

export function createHub({ board, sessions, clock, users, token, heartbeatMs = HEARTBEAT_MS }: Deps): Hub {
  const clients = new Set<StreamClient>()
  /** Names this process's numbering: an id of another process or of before a restart means nothing here. */
  const epoch = Date.now().toString(36)
  let sequence = 0
  /** When each game changed last, oldest first; what is older than `forgotten` is not known any more. */
  const lastChange = new Map<string, number>()
  let forgotten = 0
  let position = ''
  let gathering: NodeJS.Timeout | null = null
  let adminDueAt = 0
  let flushing = false

  const stopBoard = board.onChange((fixtures) => gamesChanged(fixtures))
  const stopSessions = sessions.onEnded(() => void checkSessions())
  const heartbeat = setInterval(beat, heartbeatMs)
  heartbeat.unref()

  const message = (push: Push): string => line(JSON.stringify(push))
  const line = (json: string): string => `id: ${epoch}-${sequence}\nevent: message\ndata: ${json}\n\n`

  function gamesChanged(fixtures: readonly string[]): void {
    if (fixtures.length === 0) return
    sequence += 1
    for (const fixture of fixtures) {
      lastChange.delete(fixture)
      lastChange.set(fixture, sequence)
      for (const client of clients) if (follows(client, fixture)) client.changed(fixture)
    }
    for (const [fixture, at] of lastChange) {
      if (lastChange.size <= REMEMBERED_MAX) break
      lastChange.delete(fixture)
      forgotten = at
    }
    gather()
  }

  const follows = ({ topics }: StreamClient, fixture: string): boolean => topics.live || topics.events.has(fixture)

  function projected(change: ProjectedChange): void {
    sequence += 1
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
      const games = new Map<string, Game | null>()
      let left = false
      for (const client of clients) {
        if (client.busy) left = true
        else left = sendTo(client, games, admins) || left
      }
      if (left) gather()
    } finally {
      flushing = false
    }
  }

  /** True where something waits still. */
  function sendTo(client: StreamClient, games: Map<string, Game | null>, admins: boolean): boolean {
    if (client.reset) client.write(message({ kind: 'reset' }))
    client.reset = false
    let text = ''
    for (const fixture of client.games) {
      let game = games.get(fixture)
      if (game === undefined) {
        game = board.game(fixture)
        games.set(fixture, game)
      }
      const topic = client.topics.events.has(fixture) ? `event:${fixture}` : 'live'
      if (game !== null) text += message({ kind: 'game', topic, game })
    }
    client.games.clear()
    if (client.admin && admins) {
      text += message({ kind: 'admin', topic: 'admin', position })
      client.admin = false
      adminDueAt = Date.now() + ADMIN_EVERY_MS
    }
    if (text !== '') client.write(text)
    return client.admin || client.account
  }

  async function sendAccounts(): Promise<void> {
    const waiting = [...clients].filter((client) => client.account && !client.busy)
    if (waiting.length === 0) return
    const at = position
    for (const client of waiting) client.account = false
    try {
      const found = await users([...new Set(waiting.map((client) => client.session!.accountId))])
      for (const client of waiting) {
        const user = found.get(client.session!.accountId)
        if (user === undefined) continue
        client.write(
          message({ kind: 'account', topic: 'me', user, position: at }) +
            message({ kind: 'bets', topic: 'me', position: at }),
        )
      }
    } catch {
      // the database is away: the next change, or the client's own polling, brings it
      for (const client of waiting) client.account = true
    }
  }

  function open(client: StreamClient, lastEventId: string | null): void {
    clients.add(client)
    client.write(message({ kind: 'hello', clock: { now: clock.businessNow().toISOString(), speed: clock.speed } }))
    if (lastEventId !== null) catchUp(client, lastEventId)
    if (client.topics.me) client.account = true
    if (client.topics.admin) client.admin = true
    gather()
  }

  function catchUp(client: StreamClient, lastEventId: string): void {
    const [seenEpoch, seen] = lastEventId.split('-')
    const since = Number(seen)
    if (seenEpoch !== epoch || !(since >= forgotten && since <= sequence)) {
      client.missedTooMuch()
      return
    }
    for (const [fixture, at] of lastChange) if (at > since && follows(client, fixture)) client.changed(fixture)
  }

  async function checkSessions(): Promise<void> {
    // at once: they are looked up together, and nobody's end waits for another's answer
    await Promise.all([...clients].map(checkSession))
  }

  async function checkSession(client: StreamClient): Promise<void> {
    if (client.token === null) return
    const session: Session | null | undefined = await sessions.find(client.token).catch(() => undefined)
    // the database is away: what cannot be checked now is checked with the next heartbeat
    if (session === undefined) return
    if (session === null) end(client)
    else client.session = session
  }

  function beat(): void {
    for (const client of clients) client.write(': \n\n')
    void checkSessions()
  }

  function end(client: StreamClient): void {
    clients.delete(client)
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
        client.missedTooMuch()
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
