// Draws on the treasury: those that wait, those handed out, and those that a crash left unpaid. Draws for admins who
// were removed meanwhile no longer wait.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

/**
 * `account`, `requestedBy`, `decidedBy`: account ids. `event`: '<stream>@<version>' of the event that granted it, or
 * that requested it while it waits.
 */
export const DrawRow = z.object({
  draw: z.string(),
  account: z.string(),
  amountCents: z.number(),
  basis: z.enum(['budget', 'approval', 'super-admin']),
  requestedBy: z.string(),
  at: z.date(),
  state: z.enum(['waiting', 'granted', 'declined', 'replaced']),
  decidedBy: z.string().nullable(),
  decidedAt: z.date().nullable(),
  event: z.string(),
})
export type DrawRow = z.infer<typeof DrawRow>

/** `correlation`: of the event that granted it; null if the audit trail does not have it yet. */
const UnpaidDraw = DrawRow.extend({ correlation: z.string().nullable() })

const columns = sql.fragment`
  d.draw_id as draw, d.account_id as account, d.amount_cents as "amountCents", d.basis, d.requested_by as "requestedBy",
  d.at, d.state, d.decided_by as "decidedBy", d.decided_at as "decidedAt", d.event`

/** `reason`: why it was requested; null if that is erased, or the audit trail does not have it yet. */
const WaitingDrawRow = DrawRow.extend({ reason: z.string().nullable() })

/** `by`: those requested by one account; null: all. The oldest first. */
export const waitingDraws = (
  db: CommonQueryMethods,
  by: string | null,
): Promise<readonly z.infer<typeof WaitingDrawRow>[]> =>
  db.any(sql.prepared('waiting draws', WaitingDrawRow)`
    select ${columns}, r.text as reason from app.treasury_draw d join app.account a using (account_id)
      left join app.audit t
        on t.stream = split_part(d.event, '@', 1) and t.version = split_part(d.event, '@', 2)::integer
      left join app.reason_text r on r.commitment = t.reason_text
    where d.state = 'waiting' and not a.closed and d.requested_by = coalesce(${by}::text, d.requested_by)
    order by d.at, d.draw_id`)

/** As many as `waitingDraws` has: at most one for each admin, found by an index of waiting draws only. */
export const countWaitingDraws = (db: CommonQueryMethods): Promise<number> =>
  db.oneFirst(sql.prepared('count of waiting draws', z.object({ count: z.number() }))`
    select count(*) as count from app.treasury_draw d join app.account a using (account_id)
    where d.state = 'waiting' and not a.closed`)

/** All draws that do not wait, requested by one account (null: by anybody), the newest first. */
export const decidedDraws = (db: CommonQueryMethods, by: string | null, limit: number): Promise<readonly DrawRow[]> =>
  db.any(sql.prepared('decided draws', DrawRow)`
    select ${columns} from app.treasury_draw d
    where d.state <> 'waiting' and d.requested_by = coalesce(${by}::text, d.requested_by) order by d.at desc, d.draw_id desc limit ${limit}`)

const SaidOfDraw = z.object({
  draw: z.string(),
  number: z.number(),
  isRequest: z.boolean(),
  reason: z.string().nullable(),
})

/**
 * What the audit trail has about these draws, the oldest event first: the event that granted or requested each, and
 * requests and decisions of those that needed approval. Walks the events of draws since `from`, a ledger number.
 */
export const saidOfDraws = (
  db: CommonQueryMethods,
  draws: readonly Pick<DrawRow, 'draw' | 'event'>[],
  from: number,
): Promise<readonly z.infer<typeof SaidOfDraw>[]> => {
  const ids = sql.array(
    draws.map(({ draw }) => draw),
    'text',
  )
  const refs = sql.array(
    draws.map(({ event }) => event),
    'text',
  )
  return db.any(sql.prepared('what is said of draws', SaidOfDraw)`
    with said as (
      select g.draw, a.number, a.type, a.reason_text
      from unnest(${ids}, ${refs}) g(draw, event) join app.audit a
        on a.stream = split_part(g.event, '@', 1) and a.version = split_part(g.event, '@', 2)::integer
      union
      select a.detail->>'draw', a.number, a.type, a.reason_text from app.audit a
      where a.type in ('TreasuryDrawRequested', 'TreasuryDrawApproved', 'TreasuryDrawDeclined') and a.number >= ${from}
        and a.detail->>'draw' = any(${ids})
    )
    select s.draw, s.number, s.type = 'TreasuryDrawRequested' as "isRequest", r.text as reason
    from said s left join app.reason_text r on r.commitment = s.reason_text order by s.number`)
}

/** Cents drawn within the budget from one instant (inclusive) to another (exclusive). */
export const drawnWithin = (db: CommonQueryMethods, from: string, until: string): Promise<number> =>
  db.oneFirst(sql.prepared('drawn within the budget', z.object({ cents: z.number() }))`
    select coalesce(sum(amount_cents), 0)::bigint as cents from app.treasury_draw
    where basis = 'budget' and at >= ${from}::timestamptz and at < ${until}::timestamptz`)

/** Granted longer ago than this in system time, and not paid out: something has interrupted them. The oldest first. */
export const unpaidDraws = (
  db: CommonQueryMethods,
  olderThanMs: number,
  limit: number,
): Promise<readonly z.infer<typeof UnpaidDraw>[]> =>
  db.any(sql.type(UnpaidDraw)`
    select ${columns}, t.correlation from app.treasury_draw d join app.account a using (account_id)
      left join app.audit t
        on t.stream = split_part(d.event, '@', 1) and t.version = split_part(d.event, '@', 2)::integer
    where d.state = 'granted' and not d.paid and not a.closed
      and d.recorded_at <= now() - ${olderThanMs} * interval '1 millisecond'
    order by d.recorded_at limit ${limit}`)
