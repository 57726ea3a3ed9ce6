// What admins decided about results and bets. A page reads as much of its index as it shows.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { DECISION_TYPES, literals } from './listed-types.ts'
import { columns, type Range, TrailRow } from './queries.ts'

/** Decisions in the range of ledger numbers since an instant, the newest first. */
export const decisionRows = (
  db: CommonQueryMethods,
  since: string,
  { from, to }: Range,
  limit: number,
): Promise<readonly TrailRow[]> =>
  db.any(sql.type(TrailRow)`
    select ${columns} from app.audit a
    where actor_role in ('admin', 'super-admin')
      and type in ${literals(DECISION_TYPES)}
      and number between ${from} and ${to} and at >= ${since}::timestamptz
    order by number desc limit ${limit}`)

const Followed = z.object({ ref: z.string(), events: z.number() })

/** How many events each of these ('<stream>@<version>') led to, counted up to `limit`. */
export async function countCausedBy(
  db: CommonQueryMethods,
  refs: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.any(sql.type(Followed)`
    select ref, (select count(*) from (select from app.audit a where a.causation = ref limit ${limit}) n) as events
    from unnest(${sql.array([...refs], 'text')}) ref`)
  return new Map(rows.map(({ ref, events }) => [ref, events]))
}

const Asked = TrailRow.extend({ approval: z.string() })

/**
 * For each of these approvals, by its '<stream>@<version>', the event that asked for it: earlier on the same stream,
 * under the id of the request.
 */
export async function askedBefore(
  db: CommonQueryMethods,
  approvals: readonly TrailRow[],
): Promise<ReadonlyMap<string, TrailRow>> {
  const rows = await db.any(sql.type(Asked)`
    select p.stream || '@' || p.version as approval, a.*
    from app.audit p cross join lateral (
      select ${columns} from app.audit a
      where a.stream = p.stream and a.version < p.version and a.type = 'SettlementAsked'
        and a.command_id = p.detail->>'request'
      order by a.version desc limit 1) a
    where p.number = any(${sql.array(
      approvals.map(({ number }) => number),
      'int8',
    )})`)
  return new Map(rows.map(({ approval, ...row }) => [approval, row]))
}
