// Gives up the games that never completed: their bets are paid back.
import { type Overdue, undecidedBefore } from '#projections/fixtures/queries.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { catalogLeague, hoursToComplete } from '../catalog/catalog.ts'
import type { ScoreState } from '../results/results.ts'
import { type PollContext, reviewOf } from './poll-context.ts'

const HOUR = 3_600_000
/** No sport gives a game up sooner. */
const SOONEST_MS = 30 * HOUR
/** The provider's scores go back so far: a game without a result by then will have none. */
const SCORES_KEPT_MS = 72 * HOUR
const AT_ONCE = 500

/** Returns how many. */
export async function abandonOverdue(desk: PollContext, queries: Queries, now: Date): Promise<number> {
  const undecided = await undecidedBefore(queries, new Date(now.getTime() - SOONEST_MS), AT_ONCE)
  const overdue = undecided.filter((game) => now.getTime() >= deadlineOf(game))
  const scores = await desk.store.scores(overdue.map(({ fixture }) => fixture))
  let abandoned = 0
  for (const game of overdue) {
    if (mayStillBeDecided(desk, game, scores.get(game.fixture), now)) continue
    if (await desk.commands.abandon(game.fixture, now)) abandoned += 1
  }
  return abandoned
}

const deadlineOf = ({ league, startsAt }: Overdue): number => startsAt.getTime() + hoursToComplete(league) * HOUR

/** After an outage, ours or the provider's, a game may have been over in time, and nobody has looked. */
function mayStillBeDecided(desk: PollContext, game: Overdue, score: ScoreState | undefined, now: Date): boolean {
  if (now.getTime() - game.startsAt.getTime() >= SCORES_KEPT_MS) return false
  if (catalogLeague(game.league)?.scored !== true) return false
  const looked = desk.claimed.get(reviewOf(game.league))
  const awaitsItsSecondRead = score !== undefined && score.candidate !== null
  return looked === undefined || looked.getTime() < deadlineOf(game) || awaitsItsSecondRead
}
