// Alerts about queues that wait for an admin: decisions that need a second admin, games with bets that no score
// decides, and games that may be duplicates.
import { sql } from 'slonik'
import { z } from 'zod'
import type { Alert } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { undecidedGames } from '../../back-office/undecided.ts'

const Waiting = z.object({ count: z.number(), since: z.date().nullable() })
type Waiting = z.infer<typeof Waiting>

export async function queueAlerts(db: Queries, now: Date): Promise<Alert[]> {
  const [asked, games, pairs] = await Promise.all([waitingSettlements(db), undecided(db, now), waitingPairs(db)])
  const since = (waiting: Waiting) => waiting.since?.toISOString() ?? null
  const alerts: Alert[] = []
  if (asked.count > 0)
    alerts.push({ kind: 'settlement-asked', id: 'settlement-asked', since: since(asked), decisions: asked.count })
  if (games.count > 0) alerts.push({ kind: 'undecided', id: 'undecided', since: since(games), games: games.count })
  if (pairs.count > 0)
    alerts.push({ kind: 'fixture-pairs', id: 'fixture-pairs', since: since(pairs), pairs: pairs.count })
  return alerts
}

/** `since`: when the first of them ended, or started if it has not ended. */
async function undecided(db: Queries, now: Date): Promise<Waiting> {
  const ends = (await undecidedGames(db, now)).map(({ game }) => (game.closedAt ?? game.startsAt).getTime())
  return { count: ends.length, since: ends.length === 0 ? null : new Date(Math.min(...ends)) }
}

/** Decisions that another admin has to approve or decline; the table contains no others. */
const waitingSettlements = (db: Queries): Promise<Waiting> =>
  db.one(sql.type(Waiting)`select count(*) as count, min(asked_at) as since from app.asked_settlement`)

/** A pair waits until its older game is decided or an admin has decided the pair. */
const waitingPairs = (db: Queries): Promise<Waiting> =>
  db.one(sql.type(Waiting)`
    select count(*) as count, min(p.found_at) as since
    from app.fixture_pair p join app.fixture o on o.fixture_id = p.old_fixture
    where p.resolution is null and o.closed_at is null and not exists (
      select from app.kept_apart k where k.older_fixture = p.old_fixture and k.newer_fixture = p.new_fixture)`)
