// What the house offers, as the back office shows it.
import { type FixtureRow, fixturesById } from '#projections/fixtures/queries.ts'
import { currentOffer } from '#projections/offer/queries.ts'
import { betsPlacedOn } from '#projections/popularity/queries.ts'
import type { GameOfTheDay, GamesOfTheDay, LeagueBlacklist, SportFamily } from '#services/contract/contract.ts'
import type { QuoteBoard } from '#services/odds/port.ts'
import type { Queries } from '#services/platform/database/queries.ts'

/** Games of the feed that the editor begins with, while no list was ever saved. */
const SUGGESTED_MAX = 20
/** The price field of a game without a price. */
const DEFAULT_ODDS = 2

export type OfferReads = {
  gamesOfTheDay(): Promise<GamesOfTheDay>
  leagueBlacklist(): Promise<LeagueBlacklist>
  /** Bets placed on each of these fixtures. */
  betsOn(fixtures: readonly string[]): Promise<ReadonlyMap<string, number>>
}

export function createOfferReads(
  db: Queries,
  board: Pick<QuoteBoard, 'game' | 'upcoming'>,
  catalog: readonly SportFamily[],
  businessNow: () => Date,
): OfferReads {
  const leagues = catalog.flatMap((family) => family.leagues)
  const titles = new Map(leagues.map(({ key, title }) => [key, title]))

  function edited(row: FixtureRow, now: Date): GameOfTheDay {
    const { fixture, source, league, home, away, startsAt, closedAt, housePrice } = row
    const odds = source === 'feed' ? feedOdds(board.game(fixture)?.odds) : houseOdds(housePrice)
    return {
      id: fixture,
      sport_key: league,
      sport_title: titles.get(league) ?? league,
      home_team: home,
      away_team: away,
      commence_time: startsAt.toISOString(),
      odds: odds ?? { home_team: DEFAULT_ODDS, away_team: DEFAULT_ODDS },
      status: closedAt !== null ? 'Final' : startsAt <= now ? 'Live' : 'Not started',
      odds_confirmed: odds !== null,
      source,
    }
  }

  return {
    async gamesOfTheDay() {
      const { gamesOfTheDay, savedAt } = await currentOffer(db)
      const suggested = () => board.upcoming().slice(0, SUGGESTED_MAX)
      const ids = gamesOfTheDay ?? suggested().map(({ id }) => id)
      const rows = new Map((await fixturesById(db, ids)).map((row) => [row.fixture, row]))
      const now = businessNow()
      const games = ids.flatMap((id) => {
        const row = rows.get(id)
        return row === undefined ? [] : [edited(row, now)]
      })
      return { games, lastUpdated: savedAt?.toISOString() ?? null }
    },

    async leagueBlacklist() {
      const { blacklisted } = await currentOffer(db)
      const hidden = new Set(blacklisted)
      // a league that has left the catalog since stays in the list
      const unknown = blacklisted.filter((key) => !titles.has(key)).map((key) => ({ key, title: key, country: null }))
      return {
        blacklistedLeagues: [...leagues.filter(({ key }) => hidden.has(key)), ...unknown],
        availableLeagues: leagues.filter(({ key }) => !hidden.has(key)),
      }
    },

    betsOn: (fixtures) => betsPlacedOn(db, fixtures),
  }
}

type Odds = GameOfTheDay['odds']

const withDraw = (home_team: number, draw: number | null, away_team: number): Odds => ({
  home_team,
  away_team,
  ...(draw === null ? {} : { draw }),
})

const feedOdds = (odds: { home: number; draw: number | null; away: number } | undefined): Odds | null =>
  odds === undefined ? null : withDraw(odds.home, odds.draw, odds.away)

const houseOdds = (price: FixtureRow['housePrice']): Odds | null =>
  price === null
    ? null
    : withDraw(Number(price.home), price.draw === null ? null : Number(price.draw), Number(price.away))
