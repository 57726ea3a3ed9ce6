// The state before the events of a page: earlier settlements of bets, and events that were replaced.
import { sql } from 'slonik'
import { z } from 'zod'
import { BET_STATUSES } from '#domain/bet/bet-statuses.ts'
import { literals, SETTING_TYPES } from '#projections/audit/listed-types.ts'
import type { TrailRow } from '#projections/audit/queries.ts'
import type { Queries } from '#services/platform/database/queries.ts'

const Status = z.enum(BET_STATUSES)
/** Returns in cents; null while nothing was paid. */
const Ending = z.object({
  number: z.number(),
  status: Status,
  returnCents: z.number().nullable(),
  before: Status,
  returnBefore: z.number().nullable(),
})
export type Ending = z.infer<typeof Ending>

/** For events that settled a bet, reopened it, or voided it. */
export async function endingsAt(db: Queries, rows: readonly TrailRow[]): Promise<readonly Ending[]> {
  const numbers = rows.flatMap(({ number, bet, type }) => (bet === null || type === 'BetPlaced' ? [] : [number]))
  if (numbers.length === 0) return []
  return db.any(sql.type(Ending)`
    select e.number, e.status, e.return_cents as "returnCents", coalesce(b.status, 'pending') as before,
      b.return_cents as "returnBefore"
    from app.bet_ending e left join lateral (
      select b.status, b.return_cents from app.bet_ending b where b.bet_id = e.bet_id and b.number < e.number
      order by b.number desc limit 1) b on true
    where e.number = any(${sql.array(numbers, 'int8')})`)
}

export type EarlierEvent = { readonly type: string; readonly data: unknown }
const Earlier = z.object({ ref: z.string(), type: z.string(), data: z.custom<unknown>() })

/** A removal refers to the account's opening, which says what the account was. */
const namedBy = ({ stream, type, detail }: TrailRow): string[] => {
  if (type === 'AdminRemoved') return [`${stream}@0`]
  const replaces = (detail as { replaces?: unknown } | null)?.replaces
  return typeof replaces === 'number' ? [`${stream}@${replaces}`] : []
}

/** The events that the rows say they replace or end, by '<stream>@<version>'. */
export async function earlierOf(db: Queries, rows: readonly TrailRow[]): Promise<ReadonlyMap<string, EarlierEvent>> {
  const refs = rows.flatMap(namedBy)
  const found = await db.any(sql.type(Earlier)`
    select ref, a.type, a.detail as data from unnest(${sql.array(refs, 'text')}) ref
    join app.audit a on a.stream = split_part(ref, '@', 1) and a.version = split_part(ref, '@', 2)::integer`)
  return new Map(found.map(({ ref, ...event }) => [ref, event]))
}

const Replaced = z.object({ number: z.number(), type: z.string(), data: z.custom<unknown>() })

/**
 * For each row that set something, by its number, the event that it replaced: the last of the same kind before it on
 * its stream.
 */
export async function replacedBy(db: Queries, rows: readonly TrailRow[]): Promise<ReadonlyMap<number, EarlierEvent>> {
  const numbers = rows.flatMap(({ number, type }) => (SETTING_TYPES.includes(type) ? [number] : []))
  if (numbers.length === 0) return new Map()
  const found = await db.any(sql.type(Replaced)`
    select a.number, b.type, b.detail as data from app.audit a join lateral (
      select b.type, b.detail from app.audit b
      where b.stream = a.stream and b.number < a.number
        and b.type in ${literals(SETTING_TYPES)}
        and (b.type = a.type or (a.type like 'HousePrice%' and b.type like 'HousePrice%'))
        and b.detail ->> 'kind' is not distinct from a.detail ->> 'kind'
        and b.detail ->> 'period' is not distinct from a.detail ->> 'period'
      order by b.number desc limit 1) b on true
    where a.number = any(${sql.array(numbers, 'int8')})`)
  return new Map(found.map(({ number, ...event }) => [number, event]))
}
