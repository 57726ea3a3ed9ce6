// The rows of `app.request`: what people asked of the admins, and what became of it.
import type pg from 'pg'
import type { Ending } from '#domain/closing/closing.ts'
import type { EndedRequest } from '#domain/request/ended-request.ts'
import type { RequestOutcome } from '#domain/request/request-events.ts'

export type RequestKind = 'deposit' | 'pay-out' | 'password' | 'closing'
export type RequestState = 'open' | RequestOutcome

export type PersonalRequest = {
  readonly id: string
  readonly kind: RequestKind
  /** For a deposit or a pay-out. */
  readonly amountCents: number | null
  readonly note: string
  readonly state: RequestState
  readonly answer: string
  readonly requestedAt: Date
  readonly decidedAt: Date | null
}

/** With its owner, for the admins. */
export type QueuedRequest = PersonalRequest & {
  readonly accountId: string
  readonly username: string
  readonly email: string | null
  readonly decidedBy: string | null
  /**
   * How many bettors are newer than the owner, which gives the owner's place in the list of bettors; null for an admin.
   */
  readonly place: number | null
  /** What the bettor's wallet holds; null for an admin. */
  readonly walletCents: number | null
  /** Whether the account is being closed, or has been; null if neither. */
  readonly ending: Ending | null
}

type Db = Pick<pg.Pool | pg.ClientBase, 'query'>

/** Requests kept per account: older ones that were decided are deleted as new ones arrive, except today's. */
const KEPT_MAX = 50

const COLUMNS = `r.id, r.kind, r.amount_cents::float8 as "amountCents", r.note, r.state, coalesce(t.text, r.answer) as answer,
  r.requested_at as "requestedAt", r.decided_at as "decidedAt"`

const ROWS = 'app.request r left join app.reason_text t on t.commitment = r.reason'

const NEWEST = `(select id from app.request where account_id = $1 order by requested_at desc, id limit ${KEPT_MAX})`

/** The open ones, and the newest of the others; newest first. */
export async function requestsOf(db: Db, accountId: string): Promise<PersonalRequest[]> {
  const { rows } = await db.query<PersonalRequest>(
    `select ${COLUMNS} from ${ROWS} where account_id = $1 and (state = 'open' or id in ${NEWEST})
      order by requested_at desc, id`,
    [accountId],
  )
  return rows
}

/** How many requests of these kinds the account has filed since an instant. */
export async function requestsSince(
  db: Db,
  accountId: string,
  kinds: readonly RequestKind[],
  since: string,
): Promise<number> {
  const { rows } = await db.query<{ filed: number }>(
    `select count(*)::integer as filed from app.request
      where account_id = $1 and requested_at >= $2 and kind = any($3)`,
    [accountId, since, kinds],
  )
  return rows[0]!.filed
}

export async function findRequest(
  db: Db,
  commandId: string,
): Promise<(PersonalRequest & { readonly accountId: string }) | null> {
  const { rows } = await db.query(`select ${COLUMNS}, account_id as "accountId" from ${ROWS} where command_id = $1`, [
    commandId,
  ])
  return rows[0] ?? null
}

export type RequestDraft = Pick<PersonalRequest, 'kind' | 'amountCents' | 'note'> & {
  readonly id: string
  readonly commandId: string
  readonly at: Date
  /** When the request's business day began. */
  readonly today: string
}

export async function insertRequest(
  db: Db,
  accountId: string,
  { id, commandId, kind, amountCents, note, at, today }: RequestDraft,
): Promise<void> {
  await db.query(
    `insert into app.request (id, account_id, command_id, kind, amount_cents, note, requested_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, accountId, commandId, kind, amountCents, note, at],
  )
  await db.query(
    `delete from app.request where account_id = $1 and state <> 'open' and requested_at < $2
       and id not in ${NEWEST}`,
    [accountId, today],
  )
}

/** What the event of its end says about a request, and its state. */
export type FiledRequest = Pick<PersonalRequest, 'id' | 'kind' | 'amountCents' | 'note' | 'state'> & {
  readonly accountId: string
  /** Salt of the commitment to the note. */
  readonly noteSalt: Buffer
  /** It ended before such ends were recorded in the ledger. */
  readonly unrecorded: boolean
}

const FILED = `select id, account_id as "accountId", kind, amount_cents::float8 as "amountCents", note, note_salt as "noteSalt", state,
  unrecorded from app.request where id = $1`

export async function requestById(db: Db, id: string): Promise<FiledRequest | null> {
  const { rows } = await db.query<FiledRequest>(FILED, [id])
  return rows[0] ?? null
}

/** Marks an open request: from here on, the ledger may have its end. */
export async function markEnding(db: Db, id: string): Promise<void> {
  await db.query(`update app.request set ending_since = now() where id = $1 and state = 'open'`, [id])
}

/** Stores the end that the ledger has. */
export async function putEnd(db: Db, id: string, { outcome, by, at, reason }: EndedRequest): Promise<void> {
  const decidedBy = outcome === 'withdrawn' ? null : by
  await db.query(
    `update app.request set state = $2, decided_by = $3, decided_at = $4, reason = $5, ending_since = null where id = $1`,
    [id, outcome, decidedBy, at, reason],
  )
}

/** Open requests that were about to end longer ago than this, in system time: interrupted, or refused. */
export async function interruptedEnds(
  db: Db,
  olderThanMs: number,
  limit: number,
): Promise<Pick<FiledRequest, 'id' | 'accountId'>[]> {
  const { rows } = await db.query<Pick<FiledRequest, 'id' | 'accountId'>>(
    `select id, account_id as "accountId" from app.request where state = 'open' and ending_since <= now() - $1 * interval '1 millisecond'
      order by ending_since limit $2`,
    [olderThanMs, limit],
  )
  return rows
}

/** In two parts, each of which can be counted from an index alone. */
const NEWER = `select count(*)::integer from app.account o where o.role = 'user' and not o.closed`

/** Open requests, oldest first; or the others, last decided first. */
export async function queuedRequests(
  db: Db,
  { open, offset, limit }: { open: boolean; offset: number; limit: number },
): Promise<{ requests: QueuedRequest[]; total: number }> {
  const [condition, order] = open ? [`= 'open'`, 'r.requested_at'] : [`<> 'open'`, 'r.decided_at desc']
  const { rows } = await db.query<QueuedRequest>(
    `select ${COLUMNS}, r.account_id as "accountId", i.username, i.email, d.username as "decidedBy",
            case when a.role = 'user' then (${NEWER} and o.opened_at > a.opened_at)
              + (${NEWER} and o.opened_at = a.opened_at and o.account_id < a.account_id) end as place,
            case when a.role = 'user' then a.wallet_cents::float8 end as "walletCents",
            case when a.closed then 'closed' when a.closing then 'closing' end as ending
       from ${ROWS} join app.identity i on i.account_id = r.account_id
       left join app.account a on a.account_id = r.account_id
       left join app.identity d on d.account_id = r.decided_by
      where r.state ${condition} order by ${order}, r.id offset $1 limit $2`,
    [offset, limit],
  )
  return { requests: rows, total: await countRequests(db, open) }
}

export async function countRequests(db: Db, open: boolean): Promise<number> {
  const { rows } = await db.query<{ total: number }>(
    `select count(*)::integer as total from app.request where state ${open ? '=' : '<>'} 'open'`,
  )
  return rows[0]!.total
}
