// The queue of fixtures that may be one game, as admins see it. Pairs kept apart are recorded as events; before there
// was such an event, only in their rows.
import { sql } from 'slonik'
import { z } from 'zod'
import type { FixturePairs } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'

const PAGE_SIZE = 10

const Side = z.object({
  id: z.string(),
  league: z.string(),
  home: z.string(),
  away: z.string(),
  startsAt: z.string(),
  closed: z.boolean(),
})
const Row = z.object({
  older: Side,
  newer: Side,
  why: z.enum(['listed-together', 'may-meet-again', 'several-fit', 'after-start', 'sides-changed']),
  since: z.date(),
  openBets: z.number(),
  resolution: z.enum(['joined', 'apart']).nullable(),
  resolvedAt: z.date().nullable(),
  resolvedBy: z.string().nullable(),
})

const side = (table: 'o' | 'n') => {
  const of = (column: string) => sql.identifier([table, column])
  return sql.fragment`json_build_object('id', ${of('fixture_id')}, 'league', ${of('league')}, 'home', ${of('home')},
    'away', ${of('away')}, 'startsAt', ${of('starts_at')}, 'closed', ${of('closed_at')} is not null)`
}

/**
 * Pairs that wait for a decision first, newest first. A pair waits until its older game is decided or an admin has
 * decided the pair.
 */
export async function fixturePairs(db: Queries, page: number): Promise<FixturePairs> {
  const waits = sql.fragment`(p.resolution is null and k.decided_at is null and o.closed_at is null)`
  const from = sql.fragment`app.fixture_pair p
    left join app.kept_apart k on k.older_fixture = p.old_fixture and k.newer_fixture = p.new_fixture
    join app.fixture o on o.fixture_id = p.old_fixture join app.fixture n on n.fixture_id = p.new_fixture`
  const [rows, counts] = await Promise.all([
    db.any(sql.type(Row)`
      select ${side('o')} as older, ${side('n')} as newer, p.why, p.found_at as since,
        case when k.decided_at is null then p.resolution else 'apart' end as resolution,
        (select count(distinct bet_id) from app.open_leg where fixture_id = p.old_fixture) as "openBets",
        coalesce(k.decided_at, p.resolved_at) as "resolvedAt", i.username as "resolvedBy"
      from ${from} left join app.identity i on i.account_id = coalesce(k.decided_by, p.resolved_by)
      order by ${waits} desc, p.found_at desc, p.old_fixture, p.new_fixture
      offset ${(page - 1) * PAGE_SIZE} limit ${PAGE_SIZE}`),
    db.one(sql.type(z.object({ total: z.number(), waiting: z.number() }))`
      select count(*) as total, count(*) filter (where ${waits}) as waiting from ${from}`),
  ])
  const shownSide = (one: z.infer<typeof Side>) => ({ ...one, startsAt: new Date(one.startsAt).toISOString() })
  const pairs = rows.map(({ older, newer, since, resolvedAt, ...row }) => ({
    ...row,
    older: shownSide(older),
    newer: shownSide(newer),
    since: since.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
  }))
  return { pairs, ...counts, page, pageSize: PAGE_SIZE }
}
