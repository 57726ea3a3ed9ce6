// Finds games of a league that may be one, for the admins' queue.
import type { KnownFixture } from '../polling/fixture-registry.ts'
import type { DoubtfulPair, FixturePairs } from './fixture-pairs.ts'
import { type IdentityContext, openGames } from './identify.ts'
import { doubtOf, type OpenGame, teamsKey } from './same-game.ts'

type Context = IdentityContext & { readonly store: Pick<FixturePairs, 'queuePairs'> }

/** Queues pairs of games of the same teams that may be one. */
export async function queueDoubtfulPairs(context: Context, league: string, now: Date): Promise<void> {
  const open = context.registry.ofLeague(league).filter(({ closedAt }) => closedAt === null)
  const again = [...Map.groupBy(open, teamsKey).values()].filter(({ length }) => length > 1)
  if (again.length === 0) return
  const games = new Map((await openGames(context, again.flat())).map((game) => [game.id, game]))
  const pairs = again.flatMap((fixtures) => doubtfulPairs(fixtures, games))
  await context.store.queuePairs(pairs, now)
}

function doubtfulPairs(fixtures: readonly KnownFixture[], games: ReadonlyMap<string, OpenGame>): DoubtfulPair[] {
  const inOrder = fixtures.toSorted(
    (one, other) =>
      games.get(one.id)!.firstListedAt.getTime() - games.get(other.id)!.firstListedAt.getTime() ||
      (one.id < other.id ? -1 : 1),
  )
  return inOrder.flatMap((old, at) =>
    inOrder.slice(at + 1).flatMap((listed) => {
      const why = doubtOf(games.get(old.id)!, games.get(listed.id)!)
      const providerId = listed.providerIds.at(-1)
      return why === null || providerId === undefined ? [] : [{ old: old.id, new: listed.id, providerId, why }]
    }),
  )
}
