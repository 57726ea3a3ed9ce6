// The games of a made book: which teams meet in which league, at what prices, and how it ends.
import type { Quote } from '#domain/bet/bet-events.ts'
import type { FixtureState } from '#domain/fixture/state.ts'
import type { SeededRandom } from '#projections/testing/seeded-random.ts'

const LEAGUES = [
  ...['soccer_epl', 'soccer_italy_serie_a', 'soccer_germany_bundesliga', 'soccer_spain_la_liga'],
  ...['soccer_france_ligue_one', 'basketball_nba', 'basketball_euroleague', 'icehockey_nhl'],
  ...['americanfootball_nfl', 'baseball_mlb', 'rugbyleague_nrl', 'handball_germany_bundesliga'],
]
const TOWNS = [
  ...['Ashford', 'Bergamo', 'Cordoba', 'Dresden', 'Evian', 'Fulham', 'Genoa', 'Halifax', 'Izmir', 'Jena', 'Krakow'],
  ...['Lucca', 'Malmö', 'Nantes', 'Oviedo', 'Parma', 'Quimper', 'Rostock', 'Siena', 'Turin', 'Udine', 'Verona'],
]
const CLUBS = ['United', 'City', 'Rovers', 'Athletic', 'Wanderers', 'Sporting']

export type Teams = { readonly league: string; readonly home: string; readonly away: string }

export function someTeams(random: SeededRandom): Teams {
  const home = `${random.one(TOWNS)} ${random.one(CLUBS)}`
  const other = random.one(TOWNS.filter((town) => !home.startsWith(town)))
  return { league: random.one(LEAGUES), home, away: `${other} ${random.one(CLUBS)}` }
}

/** Of the match result, as it was fetched at `fetchedAt`: in play from the start on. */
export function someQuotes(
  random: SeededRandom,
  { id, version, listed, startsAt }: FixtureState,
  fetchedAt: Date,
): Quote[] {
  const { league, home, away } = listed!
  const sides: [selection: string, name: string][] = [
    ['home', home],
    ['away', away],
  ]
  const hasDraw = league.startsWith('soccer')
  if (hasDraw) sides.push(['draw', 'Draw'])
  const message = random.id() + random.id()
  const at = fetchedAt.toISOString()
  const quotedAt = new Date(fetchedAt.getTime() - 2_000).toISOString()
  const isInPlay = startsAt! <= at
  return sides.map(([selection, selectionName]) => ({
    ...{ fixture: id, fixtureVersion: version, league, startsAt: startsAt!, market: 'h2h', selection, selectionName },
    ...(isInPlay && { inPlay: true as const }),
    ...(hasDraw && { drawOffered: true as const }),
    ...{ odds: oddsOf(130 + random.below(470)), bookmaker: 'betway', quotedAt, fetchedAt: at, message },
  }))
}

const oddsOf = (hundredths: number): string => (hundredths / 100).toFixed(2)

/** Of the feed as two polls read it, half a minute apart; of an admin without any. */
export function someResult(random: SeededRandom, now: number, source: 'feed' | 'admin') {
  const score = { home: random.below(4), away: random.below(4) }
  const read = (at: number) => ({ readAt: new Date(at).toISOString(), message: random.id() + random.id() })
  const first = now - 60_000
  return {
    ...{ type: 'RecordResult' as const, score, regulation: score, source },
    ...{ reads: source === 'feed' ? [read(first), read(first + 30_000)] : [] },
    closedAt: new Date(first).toISOString(),
  }
}
