// Queues that wait for an admin: games whose bets nothing decides, and games that may be one.
import { sql } from 'slonik'
import { z } from 'zod'
import type { Alert } from '#services/contract/contract.ts'
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import type { Queries } from '#services/platform/database/queries.ts'

/** System time in which the settler has decided what can be decided. */
const SETTLED_WITHIN_MS = 2 * MINUTE
/** A game that has no result so long after its start will hardly get one by itself. */
const OVERDUE_MS = 6 * HOUR

const Waiting = z.object({ count: z.number(), since: z.date().nullable() })

export async function queueAlerts(db: Queries, now: Date, speed: number): Promise<Alert[]> {
  const [games, pairs] = await Promise.all([undecidedGames(db, now, speed), waitingPairs(db)])
  const since = (waiting: z.infer<typeof Waiting>) => waiting.since?.toISOString() ?? null
  const alerts: Alert[] = []
  if (games.count > 0) alerts.push({ kind: 'undecided', id: 'undecided', since: since(games), games: games.count })
  if (pairs.count > 0)
    alerts.push({ kind: 'fixture-pairs', id: 'fixture-pairs', since: since(pairs), pairs: pairs.count })
  return alerts
}

/**
 * Games with an open bet of which no game goes on: each has ended a while ago, or should have. Only games with open bets are
 * looked at: those with liability.
 */
function undecidedGames(db: Queries, now: Date, speed: number): Promise<z.infer<typeof Waiting>> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const closedBefore = before(SETTLED_WITHIN_MS * speed)
  const startedBefore = before(OVERDUE_MS)
  const over = sql.fragment`coalesce(closed_at < ${closedBefore}::timestamptz, starts_at < ${startedBefore}::timestamptz)`
  return db.one(sql.type(Waiting)`
    with over as (
      select fixture_id, coalesce(closed_at, starts_at) as since from app.fixture
      where fixture_id in (select fixture_id from app.liability) and ${over}
    )
    select count(*) as count, min(since) as since from over g
    where exists (select from app.open_leg l where l.fixture_id = g.fixture_id and not exists (
      select from app.open_leg other where other.bet_id = l.bet_id and other.fixture_id not in (select fixture_id from over)))`)
}

/** A pair waits while its older game is not decided, and nobody has said what they are. */
const waitingPairs = (db: Queries): Promise<z.infer<typeof Waiting>> =>
  db.one(sql.type(Waiting)`
    select count(*) as count, min(p.found_at) as since
    from app.fixture_pair p join app.fixture o on o.fixture_id = p.old_fixture
    where p.resolution is null and o.closed_at is null and not exists (
      select from app.kept_apart k where k.older_fixture = p.old_fixture and k.newer_fixture = p.new_fixture)`)
