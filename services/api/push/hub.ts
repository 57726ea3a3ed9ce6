// The open streams, and when they are told of changes: of games by the board, of accounts and bets by the projector.
import type { Announcement } from '#projections/runner/announcement.ts'
import type { Sessions } from '#services/accounts/sessions/sessions.ts'
import type { AuditKind, TickerBet, User } from '#services/contract/contract.ts'
import type { QuoteBoard } from '#services/odds/port.ts'
import { kindsOf } from '../reads/trail/kinds.ts'
import { sendAccounts } from './account-messages.ts'
import { inBatches } from './batches.ts'
import type { StreamClient } from './client.ts'
import { createDelivery } from './delivery.ts'
import { GameChanges } from './game-changes.ts'
import { HEARTBEAT, message, TOO_MANY_STREAMS } from './messages.ts'
import { checkSessions } from './session-checks.ts'
import { OpenStreams, type StreamLimits } from './stream-limits.ts'
import { createTicker } from './ticker.ts'

/** How long changes are gathered, so that a burst goes out together. */
const GATHER_MS = 100
const HEARTBEAT_MS = 15_000
export const STREAMS_MAX = 10_000
/** The kinds that changed when something about a person changed without an event. */
const PEOPLE: ReadonlySet<AuditKind> = new Set(['people'])
const NOBODY: ReadonlySet<string> = new Set()

export type Hub = {
  readonly size: number
  /** The id of the newest change: a stream that reconnects with it is sent what came after. */
  readonly lastId: string
  /**
   * Adds a stream, and sends it the time and what changed since the event it saw last. If its session or address has
   * too many streams, another one is told why and closed.
   */
  open(client: StreamClient, lastEventId: string | null): void
  close(client: StreamClient): void
  /** Handles an announcement of the projector. */
  projected(announcement: Announcement): void
  /**
   * Handles an announcement of events that were announced before, now that the back office can show what trailing read
   * models made of them.
   */
  trailed(announcement: Pick<Announcement, 'types'>): void
  /** Something about this account changed without an event: its own clients and the admins are told. */
  personChanged(account: string): void
  /** Notifications may have been missed: all clients fetch again. */
  missed(): void
  /** Ends all streams. */
  stop(): void
}

type Deps = {
  readonly board: Pick<QuoteBoard, 'game' | 'onChange'>
  readonly sessions: Pick<Sessions, 'find' | 'onEnded'>
  readonly clock: { businessNow(): Date; readonly speed: number }
  /** Reads the users of these accounts; by account. */
  readonly users: (accounts: readonly string[]) => Promise<Map<string, User>>
  /** Reads bets after a ledger number, newest first; if there are many, only the newest. */
  readonly newestBets: (after: number) => Promise<readonly TickerBet[]>
  /** The value of X-Ledger-Position in a reply. */
  readonly token: (position: string, hash: string) => string
  readonly limits: StreamLimits
  readonly heartbeatMs?: number
}

export function createHub(deps: Deps): Hub {
  const { board, sessions, clock, users, token, limits, heartbeatMs = HEARTBEAT_MS } = deps
  const clients = new Set<StreamClient>()
  const streams = new OpenStreams<StreamClient>(limits)
  /** Identifies this process's numbering: ids of another process, or from before a restart, mean nothing here. */
  const epoch = Date.now().toString(36)
  const idOf = (change: number) => `${epoch}-${change}`
  const changes = new GameChanges()
  const ticker = createTicker(deps.newestBets)
  const delivery = createDelivery({ board, changes, ticker, idOf })
  let position = ''
  let newest = -1
  let gathering: NodeJS.Timeout | null = null
  let flushing = false

  const stopBoard = board.onChange((fixtures) => {
    changes.add(fixtures)
    if (fixtures.length > 0) gather()
  })
  let toCheck = false
  /** Ends that are announced together, such as those of a sweep, are checked once. */
  const check = () => {
    if (toCheck) return
    toCheck = true
    queueMicrotask(() => {
      toCheck = false
      void checkSessions(clients, sessions, end)
    })
  }
  const stopSessions = sessions.onEnded(check)
  const heartbeat = setInterval(() => void beat(), heartbeatMs)
  heartbeat.unref()

  function gather(): void {
    if (clients.size === 0) return
    gathering ??= setTimeout(() => {
      gathering = null
      void flush()
    }, GATHER_MS)
  }

  async function flush(): Promise<void> {
    // one flush at a time, so that an older state never follows a newer one
    if (flushing) return gather()
    flushing = true
    try {
      await sendAccounts(clients, users, position)
      if (followsTicker()) await ticker.refresh()
      const send = delivery.round(position)
      const upTo = changes.sequence
      let left = false
      await inBatches(clients, (client) => {
        if (!client.hasPending(upTo, ticker.newest)) return false
        if (client.canWrite()) left = send(client) || left
        else left = true
        return true
      })
      if (left) gather()
    } finally {
      flushing = false
    }
  }

  /** Whether anybody follows bets; if not, none are read. */
  function followsTicker(): boolean {
    for (const { topics } of clients) if (topics.ticker) return true
    return false
  }

  async function beat(): Promise<void> {
    check()
    await inBatches(clients, (client) => {
      if (client.beat(HEARTBEAT)) return true
      remove(client)
      client.destroy()
      return true
    })
  }

  /** The change that an event id stands for; null if it is not an id of this process. */
  function changeOf(lastEventId: string): number | null {
    const [seenEpoch, seen = ''] = lastEventId.split('-')
    return seenEpoch === epoch && /^\d+$/.test(seen) && changes.knows(Number(seen)) ? Number(seen) : null
  }

  function remove(client: StreamClient): void {
    clients.delete(client)
    streams.remove(client)
  }

  function end(client: StreamClient): void {
    remove(client)
    client.end()
  }

  return {
    get size() {
      return clients.size
    },
    get lastId() {
      return idOf(changes.sequence)
    },
    open(client, lastEventId) {
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
      client.markDesk()
      gather()
    },
    close: end,
    projected(announcement) {
      const { number, hash, types } = announcement
      // a read model that catches up is announced among the others, which may be further ahead
      if (number >= newest) {
        newest = number
        position = token(announcement.position, hash)
      }
      const kinds = kindsOf(types)
      if (kinds.has('bets')) ticker.mark()
      const accounts = 'all' in announcement ? null : new Set(announcement.accounts)
      for (const client of clients) client.markProjected(accounts, kinds)
      // a fixture's events show only once the board has read them; until then the game is as it was last sent
      gather()
    },
    trailed({ types }) {
      for (const client of clients) client.markProjected(NOBODY, kindsOf(types))
      gather()
    },
    personChanged(account) {
      for (const client of clients) client.markProjected(new Set([account]), PEOPLE)
      gather()
    },
    missed() {
      ticker.mark()
      for (const client of clients) client.markMissed()
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
