// Abandons games that never completed: their stakes are refunded.
import { COMPLETED_WITHIN_MS } from '#domain/limits.ts'
import { type Overdue, undecidedBefore } from '#projections/fixtures/queries.ts'
import { fixturesWithOpenBets } from '#projections/settlement/queries.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { catalogLeague, completedWithinMs } from '../catalog/catalog.ts'
import type { ScoreState } from '../results/results.ts'
import { type PollContext, reviewKey } from './poll-context.ts'
import { SCORES_AVAILABLE_MS } from './polling-intervals.ts'

const AT_ONCE = 500

/** Returns the number of games abandoned. */
export async function abandonOverdue(context: PollContext, queries: Queries, now: Date): Promise<number> {
  // no sport has less time
  const startsBefore = new Date(now.getTime() - COMPLETED_WITHIN_MS)
  let abandoned = 0
  let after: Overdue | null = null
  // to the last page: games that wait, however many, keep none behind them from being given up
  do {
    const page = await undecidedBefore(queries, startsBefore, { after, limit: AT_ONCE })
    abandoned += await abandonThose(context, queries, page, now)
    after = page.length < AT_ONCE ? null : (page.at(-1) ?? null)
  } while (after !== null)
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
 * Nothing is known of games without scores, nor how one ended that the provider calls completed and nothing else: where
 * somebody has bet on one, an admin records it. Asked of the read model here and now: what was refunded for want of knowing
 * it is refunded for good.
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

/** After an outage, ours or the provider's, a game may have ended in time without having been read. */
function mayStillBeDecided(context: PollContext, game: Overdue, score: ScoreState | undefined, now: Date): boolean {
  if (now.getTime() - game.startsAt.getTime() >= SCORES_AVAILABLE_MS) return false
  if (catalogLeague(game.league)?.scored !== true) return false
  const reviewed = context.lastPolls.get(reviewKey(game.league))
  const awaitsItsSecondRead = score !== undefined && score.candidate !== null
  return reviewed === undefined || reviewed.getTime() < deadlineOf(game) || awaitsItsSecondRead
}
