// Sessions: who a bearer token speaks for. Tokens are random and stored hashed; a session lasts 30 days from its last
// use, 90 from its beginning, and ends by sign-out, block, removal or a change of password. A process remembers a session
// for at most a second, and forgets it at once when told so on the channel `fairbook_sessions`.
import { hash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Role } from '#domain/values.ts'
import { commitment, newSalt } from '../commitments.ts'
import type { Client, SessionDraft } from './session-draft.ts'
import { insertSession, SESSIONS_CHANNEL, type SessionsEnded } from './session-rows.ts'

export type Session = {
  /** SHA-256 of the token, in hex: the session's name inside the product. */
  readonly id: string
  readonly accountId: string
  readonly username: string
  readonly role: Role
  /** How the ledger names the session. */
  readonly commitment: string
  /** Signed in with a password that nobody chose: it may change it, and do nothing else. */
  readonly passwordChangeRequired?: true
}

/** Thrown where the password that was right a moment ago has been changed: it is wrong now. */
export class PasswordReplaced extends Error {
  override readonly name = 'PasswordReplaced'
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/
const CACHED_MS = 1_000
/** From this age on, an entry that is used is read again in the background, with all others of that age. */
const REFRESH_MS = 500
const REFRESH_EVERY_MS = 200
const CACHED_MAX = 50_000
const USER_AGENT_MAX = 400

/** The session's name inside the product: the token itself is kept nowhere. */
export const sessionId = (token: string): string => hash('sha256', token)

export function draftSession({ ip, userAgent }: Client): SessionDraft {
  const token = randomBytes(32).toString('base64url')
  const salt = newSalt()
  const client = { ip, userAgent: userAgent.slice(0, USER_AGENT_MAX) }
  return { token, id: sessionId(token), client, salt, commitment: commitment(salt, client) }
}

export type Sessions = {
  /** Opens a session and answers its token. Throws PasswordReplaced where `passwordHash` is not the account's any more. */
  open(accountId: string, client: Client, passwordHash: string): Promise<string>
  /** The session behind a token, without waiting: undefined where it must be looked up. */
  cached(token: string): Session | null | undefined
  /** The session behind a token; null where there is none, or not any more. */
  find(token: string): Promise<Session | null>
  endOne(sessionId: string): Promise<void>
  /** Ends all sessions of an account. */
  endAll(accountId: string): Promise<void>
  /** Forgets all sessions of an account, which ended in the database. */
  forgetAll(accountId: string): void
  /** Deletes what has expired, and what sessions a blocked or closed account still has. */
  sweep(): Promise<number>
  /** Takes a payload of SESSIONS_CHANNEL; null: some may have been missed. */
  onNotification(payload: string | null): void
  /** Calls back whenever sessions may have ended, here or in another process. */
  onEnded(listener: () => void): () => void
  close(): void
}

type Known = { session: Session | null; readAt: number; refreshing: boolean }
type Row = {
  id: string
  account_id: string
  username: string
  role: Role
  commitment: string
  slide: boolean
  due: boolean
}

const FIND = `
  select encode(s.token_hash, 'hex') as id, s.account_id, i.username, s.commitment,
         coalesce(a.role, i.registration ->> 'role') as role,
         s.seen_at < now() - interval '1 hour' as slide, i.must_change_password as due
    from app.session s
    join app.identity i on i.account_id = s.account_id
    left join app.account a on a.account_id = s.account_id
   where s.token_hash in (select decode(id, 'hex') from unnest($1::text[]) as id)
     and s.expires_at > now() and s.created_at > now() - interval '90 days' and i.status = 'active'
     and not coalesce(a.blocked or a.closed, false)`

export function createSessions({
  pool,
  now = () => performance.now(),
}: {
  pool: pg.Pool
  /** Monotonic milliseconds. */
  now?: () => number
}): Sessions {
  // by token: the tokens in use are in the requests anyway, and hashing each of them again would cost more than all else
  const known = new LRUCache<string, Known>({ max: CACHED_MAX })
  const listeners = new Set<() => void>()
  let wanted = new Map<string, ((session: Session | null) => void)[]>()
  let failures: ((error: unknown) => void)[] = []
  let asking = false
  const refreshes = new Set<string>()
  const refresher = setInterval(refresh, REFRESH_EVERY_MS)
  refresher.unref()
  /** Grows whenever sessions end: what was read before is not cached. */
  let endings = 0

  function cached(token: string): Session | null | undefined {
    const entry = known.get(token)
    if (entry === undefined) return undefined
    const age = now() - entry.readAt
    if (age >= CACHED_MS) return undefined
    if (age >= REFRESH_MS && !entry.refreshing) {
      entry.refreshing = true
      refreshes.add(token)
    }
    return entry.session
  }

  function find(token: string): Promise<Session | null> {
    if (!TOKEN.test(token)) return Promise.resolve(null)
    const entry = cached(token)
    if (entry !== undefined) return Promise.resolve(entry)
    return new Promise((resolve, reject) => {
      const others = wanted.get(token)
      if (others === undefined) wanted.set(token, [resolve])
      else others.push(resolve)
      failures.push(reject)
      if (!asking) void ask()
    })
  }

  /** One query at a time for all who ask meanwhile. */
  async function ask(): Promise<void> {
    asking = true
    while (wanted.size > 0) {
      const batch = wanted
      const rejects = failures
      wanted = new Map()
      failures = []
      try {
        const found = await read([...batch.keys()])
        for (const [token, resolves] of batch) for (const resolve of resolves) resolve(found.get(token) ?? null)
      } catch (error) {
        for (const reject of rejects) reject(error)
      }
    }
    asking = false
  }

  async function read(tokens: string[]): Promise<Map<string, Session>> {
    const before = endings
    const readAt = now()
    const byId = new Map(tokens.map((token) => [sessionId(token), token]))
    const { rows } = await pool.query<Row>(FIND, [[...byId.keys()]])
    const found = new Map<string, Session>()
    for (const { id, account_id, username, role, commitment, due } of rows) {
      const required = due ? { passwordChangeRequired: true as const } : {}
      found.set(byId.get(id)!, { id, accountId: account_id, username, role, commitment, ...required })
    }
    // if sessions ended meanwhile, this answers the requests that came before, and no later one
    if (before === endings) {
      for (const token of tokens) known.set(token, { session: found.get(token) ?? null, readAt, refreshing: false })
    }
    const slide = rows.filter((row) => row.slide).map((row) => row.id)
    if (slide.length > 0) await prolong(slide)
    return found
  }

  async function prolong(ids: string[]): Promise<void> {
    await pool.query(
      `update app.session set seen_at = now(),
              expires_at = least(now() + interval '30 days', created_at + interval '90 days')
        where token_hash in (select decode(id, 'hex') from unnest($1::text[]) as id) and expires_at > now()`,
      [ids],
    )
  }

  function refresh(): void {
    if (refreshes.size === 0) return
    const tokens = [...refreshes]
    refreshes.clear()
    // where it fails, the entries run out and the next request meets the error
    read(tokens).catch(() => {})
  }

  function onNotification(payload: string | null): void {
    endings += 1
    if (payload === null) known.clear()
    else forget(JSON.parse(payload) as SessionsEnded)
    for (const listener of listeners) listener()
  }

  function forget(ended: SessionsEnded): void {
    for (const [token, { session }] of known.entries()) {
      if (session === null) continue
      if ('account' in ended ? session.accountId === ended.account : session.id === ended.token) known.delete(token)
    }
  }

  const tell = (ended: SessionsEnded) =>
    pool.query('select pg_notify($1, $2)', [SESSIONS_CHANNEL, JSON.stringify(ended)])

  async function end(ended: SessionsEnded, condition: string, value: string): Promise<void> {
    await pool.query(`delete from app.session where ${condition}`, [value])
    onNotification(JSON.stringify(ended))
    await tell(ended)
  }

  return {
    async open(accountId, client, passwordHash) {
      const draft = draftSession(client)
      if (!(await insertSession(pool, accountId, draft, passwordHash))) throw new PasswordReplaced(accountId)
      return draft.token
    },
    cached,
    find,
    endOne: (id) => end({ token: id }, `token_hash = decode($1, 'hex')`, id),
    endAll: (accountId) => end({ account: accountId }, 'account_id = $1', accountId),
    forgetAll: (accountId) => onNotification(JSON.stringify({ account: accountId } satisfies SessionsEnded)),
    async sweep() {
      const { rowCount } = await pool.query(
        `delete from app.session s where s.expires_at <= now() or s.created_at <= now() - interval '90 days' or exists (
           select from app.account a where a.account_id = s.account_id and (a.blocked or a.closed))`,
      )
      return rowCount ?? 0
    },
    onNotification,
    onEnded(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => clearInterval(refresher),
  }
}
