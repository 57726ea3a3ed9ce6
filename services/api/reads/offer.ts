// What the house offers, as the back office shows it.
import { sql } from 'slonik'
import type { z } from 'zod'
import { type FixtureRow, fixturesById } from '#projections/fixtures/queries.ts'
import { currentOffer } from '#projections/offer/queries.ts'
import { betsPlacedOn } from '#projections/popularity/queries.ts'
import { openFixtures } from '#projections/settlement/queries.ts'
import {
  type GameOfTheDay,
  type GamesOfTheDay,
  type LeagueBlacklist,
  LeagueReach,
  type SportFamily,
} from '#services/contract/contract.ts'
import type { QuoteBoard } from '#services/odds/port.ts'
import type { Queries } from '#services/platform/database/queries.ts'

/** How many games of the feed the editor suggests while no list has ever been saved. */
const SUGGESTED_MAX = 20
/** Initial value of the price field of a game without a price. */
const DEFAULT_ODDS = 2

export type OfferReads = {
  gamesOfTheDay(): Promise<GamesOfTheDay>
  leagueBlacklist(): Promise<LeagueBlacklist>
  /** Null if there is no such league. */
  leagueReach(key: string): Promise<LeagueReach | null>
  /** Number of bets placed on each of these fixtures. */
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

  async function listedLeagues(): Promise<LeagueBlacklist> {
    const { blacklisted } = await currentOffer(db)
    const hidden = new Set(blacklisted)
    // a league that has left the catalog since stays in the list
    const unknown = blacklisted.filter((key) => !titles.has(key)).map((key) => ({ key, title: key, country: null }))
    return {
      blacklistedLeagues: [...leagues.filter(({ key }) => hidden.has(key)), ...unknown],
      availableLeagues: leagues.filter(({ key }) => !hidden.has(key)),
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

    leagueBlacklist: listedLeagues,

    async leagueReach(key) {
      const { blacklistedLeagues, availableLeagues } = await listedLeagues()
      const league = [...blacklistedLeagues, ...availableLeagues].find((one) => one.key === key)
      return league === undefined ? null : { league, ...(await countsOf(db, key, businessNow())) }
    },

    betsOn: (fixtures) => betsPlacedOn(db, fixtures),
  }
}

const Counts = LeagueReach.omit({ league: true })

/** Counted from upcoming games and games with open bets, of which there are few however many were ever played. */
const countsOf = (db: Queries, league: string, now: Date): Promise<z.infer<typeof Counts>> =>
  db.one(sql.type(Counts)`
    select
      (select count(*) from app.fixture
        where starts_at > ${now.toISOString()}::timestamptz and closed_at is null and league = ${league}) as upcoming,
      (select count(distinct l.bet_id) from (${openFixtures}) b
        join app.fixture f on f.fixture_id = b.fixture_id and f.league = ${league}
        join app.open_leg l on l.fixture_id = b.fixture_id) as "openBets"`)

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
