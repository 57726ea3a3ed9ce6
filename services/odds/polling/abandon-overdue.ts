// Abandons games that never completed, so that their stakes are refunded.
import { COMPLETED_WITHIN_MS } from '#domain/limits.ts'
import { type Overdue, undecidedBefore } from '#projections/fixtures/queries.ts'
import { fixturesWithOpenBets } from '#projections/settlement/queries.ts'
import { inPages } from '#services/platform/database/in-pages.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { catalogLeague, completedWithinMs } from '../catalog/catalog.ts'
import type { ScoreState } from '../results/results.ts'
import { type PollContext, reviewKey } from './poll-context.ts'
import { SCORES_AVAILABLE_MS } from './polling-intervals.ts'

/** Returns the number of games abandoned. */
export async function abandonOverdue(context: PollContext, queries: Queries, now: Date): Promise<number> {
  // the shortest time of any sport
  const startsBefore = new Date(now.getTime() - COMPLETED_WITHIN_MS)
  let abandoned = 0
  // all pages: games that wait for an admin, however many, must not keep those behind them from being abandoned
  const pages = inPages<Overdue>((page) => undecidedBefore(queries, startsBefore, page))
  for await (const page of pages) abandoned += await abandonThose(context, queries, page, now)
  return abandoned
}

async function abandonThose(context: PollContext, queries: Queries, undecided: readonly Overdue[], now: Date) {
  const overdue = undecided.filter((game) => now.getTime() >= deadlineOf(game))
  const scores = await context.store.scores(overdue.map(({ fixture }) => fixture))
  const waiting = await waitingForAnAdmin(queries, overdue, scores)
  let abandoned = 0
  for (const game of overdue) {
    if (waiting.has(game.fixture) || mayStillBeDecided(context, game, scores.get(game.fixture), now)) continue
    if (await context.commands.abandon(game.fixture, now)) abandoned += 1
  }
  return abandoned
}

/**
 * Games that wait for an admin because somebody has bet on them, and nothing is known of how they ended: their league
 * has no scores, or the provider calls them completed without a score. The read model is asked just now, because a
 * refund is final.
 */
async function waitingForAnAdmin(
  queries: Queries,
  games: readonly Overdue[],
  scores: ReadonlyMap<string, ScoreState>,
): Promise<ReadonlySet<string>> {
  const undecidable = games.filter(
    ({ fixture, league }) => catalogLeague(league)?.scored === false || scores.get(fixture)?.completed === true,
  )
  if (undecidable.length === 0) return new Set()
  return new Set(
    await fixturesWithOpenBets(
      queries,
      undecidable.map(({ fixture }) => fixture),
    ),
  )
}

const deadlineOf = ({ league, startsAt }: Overdue): number => startsAt.getTime() + completedWithinMs(league)

/** After an outage, ours or the provider's, a game may have ended in time without our having read it. */
function mayStillBeDecided(context: PollContext, game: Overdue, score: ScoreState | undefined, now: Date): boolean {
  if (now.getTime() - game.startsAt.getTime() >= SCORES_AVAILABLE_MS) return false
  if (catalogLeague(game.league)?.scored !== true) return false
  const reviewed = context.lastPolls.get(reviewKey(game.league))
  const awaitsItsSecondRead = score !== undefined && score.candidate !== null
  return reviewed === undefined || reviewed.getTime() < deadlineOf(game) || awaitsItsSecondRead
}
