// What a session wrote through another api process, so that a read here can wait for it. Looked up only if there are
// other processes, and without an extra write per bet: a bettor's commands are on the bettor's own stream, each with
// its session. An admin's commands are few and go to other streams, so their position is stored with the session.
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { accountStream } from '#domain/account/events.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import type { EventStore, Position } from '#services/event-store/port.ts'
import { inTime } from './in-time.ts'

export type Writer = Pick<Session, 'id' | 'accountId' | 'commitment' | 'role'>

export type OwnWrites = {
  /**
   * Token of the last event that the session is known to have written through any process; null if there is nothing to
   * wait for.
   */
  last(writer: Writer): Promise<string | null>
  /** The read models have reached this token of the session. */
  markSeen(sessionId: string, token: string): void
  /** Stores the token with the session, for other processes. */
  share(sessionId: string, token: string): Promise<void>
}

type Tail = { readonly version: number; readonly token: string | null }

const SESSIONS_MAX = 20_000
/** How far back a stream is read the first time. Read models lag only by moments. */
const LOOKBACK_EVENTS = 32
/** Reads do not wait for a log that does not answer; the log's own timeouts are meant for commands. */
const LOG_TIMEOUT_MS = 300

export function createOwnWrites(parts: {
  readonly store: Pick<EventStore, 'readHead' | 'readStream'>
  readonly pool: Pick<pg.Pool, 'query'>
  readonly token: (position: Position, hash: string) => string
  readonly logTimeoutMs?: number | undefined
}): OwnWrites {
  const { store, pool, token, logTimeoutMs = LOG_TIMEOUT_MS } = parts
  const tails = new LRUCache<string, Tail>({ max: SESSIONS_MAX })

  async function ofBettor({ id, accountId, commitment }: Writer): Promise<string | null> {
    const stream = accountStream(accountId)
    const before = tails.get(id)
    const head = await store.readHead(stream)
    if (before !== undefined && head.version <= before.version) return before.token
    let found = before?.token ?? null
    let version = before?.version ?? -1
    const from = before === undefined ? Math.max(0, head.version + 1 - LOOKBACK_EVENTS) : before.version + 1
    for await (const event of store.readStream(stream, from)) {
      version = event.version
      if (decodeBody(event.body).meta.session === commitment) found = token(event.position, event.hash)
    }
    tails.set(id, { version, token: found })
    return found
  }

  async function ofAdmin({ id }: Writer): Promise<string | null> {
    const { rows } = await pool.query<{ wrote: string | null }>({
      name: 'session_wrote',
      text: `select wrote from app.session where token_hash = decode($1, 'hex')`,
      values: [id],
    })
    return rows[0]?.wrote ?? null
  }

  return {
    last: (writer) => (writer.role === 'user' ? inTime(ofBettor(writer), logTimeoutMs) : ofAdmin(writer)),
    markSeen(sessionId, token) {
      const tail = tails.get(sessionId)
      if (tail?.token === token) tails.set(sessionId, { version: tail.version, token: null })
    },
    async share(sessionId, token) {
      await pool.query(`update app.session set wrote = $2 where token_hash = decode($1, 'hex')`, [sessionId, token])
    },
  }
}
