// A book with bettors, bets and results, for pictures of the back office at work.
import type { APIRequestContext } from '@playwright/test'
import type { Game } from '#services/contract/contract.ts'
import { settlesByItself } from '#tests/settles-by-itself.ts'
import { type Account, expect, type Games, type People } from './fixtures.ts'
import { place } from './place.ts'

/** In euros: each balance is more than its bettor's stakes. The last stakes are what the desk calls big. */
const BALANCES = [2_400, 1_450, 1_140, 980, 820, 760, 650, 575, 510]
const STAKES = [5, 12.5, 20, 8, 40, 2.5, 25, 60, 15, 110, 180]
const BETS = 60
/** How many of the bets on games that are over soon are settled before the pictures are taken. */
const SETTLED = 8
const SETTLED_WITHIN_MS = 400_000

/** Resolves when some of the bets are settled. */
export async function keepDeskBusy(request: APIRequestContext, people: People, games: Games): Promise<void> {
  const bettors: Account[] = []
  for (const balance of BALANCES) bettors.push(await people.bettor(balance))
  const soonOver = (await games.startingWithin(8, 45)).filter(({ league_key }) => settlesByItself(league_key))
  const later = await games.startingWithin(60, 600)
  for (let n = 0; n < BETS; n++) {
    const pool = n % 3 === 0 && soonOver.length > 0 ? soonOver : later
    await place(
      request,
      bettors[n % bettors.length]!,
      outcomeOf(pool[(n * 7) % pool.length]!, n),
      STAKES[n % STAKES.length]!,
    )
  }
  await expect
    .poll(async () => (await Promise.all(bettors.map((one) => settledBets(request, one)))).reduce((a, b) => a + b, 0), {
      timeout: SETTLED_WITHIN_MS,
      intervals: [2_000],
    })
    .toBeGreaterThanOrEqual(SETTLED)
}

/** Home three times as often as away, as most bettors have it. */
const outcomeOf = (game: Game, n: number) =>
  n % 4 === 3
    ? { game, selection: game.away_team, odd: game.odds!.away }
    : { game, selection: game.home_team, odd: game.odds!.home }

async function settledBets(request: APIRequestContext, { token }: Account): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` }
  const reply = await request.get('/api/bets/my-bets?list=settled', { headers })
  return ((await reply.json()) as unknown[]).length
}
