// The rows of `app.request`: what people ask of the admins, and what became of it.
import type pg from 'pg'

export type RequestKind = 'deposit' | 'pay-out' | 'password' | 'closing'
export type RequestState = 'open' | 'done' | 'declined' | 'withdrawn'

export type PersonalRequest = {
  readonly id: string
  readonly kind: RequestKind
  /** Of a deposit or a pay-out. */
  readonly amountCents: number | null
  readonly note: string
  readonly state: RequestState
  readonly answer: string
  readonly requestedAt: Date
  readonly decidedAt: Date | null
}

/** With whom it is from, for the admins. */
export type QueuedRequest = PersonalRequest & {
  readonly accountId: string
  readonly username: string
  readonly email: string | null
  readonly decidedBy: string | null
  /** Of the bettors, newest first, how many come before this one; null for an admin. */
  readonly place: number | null
}

type Db = Pick<pg.Pool | pg.ClientBase, 'query'>

/** Of one account: older ones that were decided are dropped as new ones come, but none of today. */
const KEPT_MAX = 50

const COLUMNS = `r.id, r.kind, r.amount_cents::float8 as "amountCents", r.note, r.state, r.answer,
  r.requested_at as "requestedAt", r.decided_at as "decidedAt"`

const NEWEST = `(select id from app.request where account_id = $1 order by requested_at desc, id limit ${KEPT_MAX})`

/** The open ones, and the newest of the others; the newest first. */
export async function requestsOf(db: Db, accountId: string): Promise<PersonalRequest[]> {
  const { rows } = await db.query<PersonalRequest>(
    `select ${COLUMNS} from app.request r where account_id = $1 and (state = 'open' or id in ${NEWEST})
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
  const { rows } = await db.query(
    `select ${COLUMNS}, account_id as "accountId" from app.request r where command_id = $1`,
    [commandId],
  )
  return rows[0] ?? null
}

export type RequestDraft = Pick<PersonalRequest, 'kind' | 'amountCents' | 'note'> & {
  readonly id: string
  readonly commandId: string
  readonly at: Date
  /** When its business day began. */
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

export type Ending = {
  readonly state: Exclude<RequestState, 'open'>
  readonly answer: string
  /** Null: the account itself. */
  readonly by: string | null
  readonly at: Date
}

/** Answers whose it is; null where it is not open, or not there. */
export async function endRequest(db: Db, id: string, { state, answer, by, at }: Ending): Promise<string | null> {
  const { rows } = await db.query<{ account: string }>(
    `update app.request set state = $2, answer = $3, decided_by = $4, decided_at = $5
      where id = $1 and state = 'open' returning account_id as account`,
    [id, state, answer, by, at],
  )
  return rows[0]?.account ?? null
}

export async function requestById(
  db: Db,
  id: string,
): Promise<{ accountId: string; state: RequestState; decidedBy: string | null } | null> {
  const { rows } = await db.query(
    'select account_id as "accountId", state, decided_by as "decidedBy" from app.request where id = $1',
    [id],
  )
  return rows[0] ?? null
}

/** In two parts, each of which an index counts alone. */
const NEWER = `select count(*)::integer from app.account o where o.role = 'user' and not o.closed`

/** Open ones, the oldest first; or the others, the last decided first. */
export async function queuedRequests(
  db: Db,
  { open, offset, limit }: { open: boolean; offset: number; limit: number },
): Promise<{ requests: QueuedRequest[]; total: number }> {
  const [condition, order] = open ? [`= 'open'`, 'r.requested_at'] : [`<> 'open'`, 'r.decided_at desc']
  const { rows } = await db.query<QueuedRequest>(
    `select ${COLUMNS}, r.account_id as "accountId", i.username, i.email, d.username as "decidedBy",
            case when a.role = 'user' then (${NEWER} and o.opened_at > a.opened_at)
              + (${NEWER} and o.opened_at = a.opened_at and o.account_id < a.account_id) end as place
       from app.request r join app.identity i on i.account_id = r.account_id
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
