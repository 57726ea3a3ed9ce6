// The games of a made book: which teams meet in which league, at what prices, how the game ends, and the provider's
// messages about it.
import type { Quote } from '#domain/bet/bet-events.ts'
import type { FixtureState } from '#domain/fixture/state.ts'
import type { SeededRandom } from '#projections/testing/seeded-random.ts'
import { oddsMessage, scoreMessage, type ToldMessage } from '#services/odds/testing/told-messages.ts'

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

/**
 * Quotes of the match result as fetched at `fetchedAt`, in play from the start on; with the message that contains them.
 */
export function someQuotes(
  random: SeededRandom,
  { id, version, listed, startsAt }: FixtureState,
  fetchedAt: Date,
): { readonly quotes: readonly Quote[]; readonly message: ToldMessage } {
  const { league, home, away, providerId } = listed!
  const sides: [selection: string, name: string][] = [
    ['home', home],
    ['away', away],
  ]
  const hasDraw = league.startsWith('soccer')
  if (hasDraw) sides.push(['draw', 'Draw'])
  const at = fetchedAt.toISOString()
  const quotedAt = new Date(fetchedAt.getTime() - 2_000).toISOString()
  const isInPlay = startsAt! <= at
  const told = sides.map(([selection, selectionName]) => ({
    ...{ fixture: id, fixtureVersion: version, league, startsAt: startsAt!, market: 'h2h', selection, selectionName },
    ...(isInPlay && { inPlay: true as const }),
    ...(hasDraw && { drawOffered: true as const }),
    ...{ odds: oddsOf(130 + random.below(470)), bookmaker: 'betway', quotedAt, fetchedAt: at },
  }))
  const message = oddsMessage(told, { providerId, home, away })
  return { quotes: told.map((quote) => ({ ...quote, message: message.hash })), message }
}

const oddsOf = (hundredths: number): string => (hundredths / 100).toFixed(2)

/** A result from the feed, as two polls half a minute apart read it, with those reads; or an admin's, without any. */
export function someResult(
  random: SeededRandom,
  { id, listed, startsAt }: FixtureState,
  now: number,
  source: 'feed' | 'admin',
) {
  const score = { home: random.below(4), away: random.below(4) }
  const first = now - 60_000
  const messages = (source === 'feed' ? [first, first + 30_000] : []).map((at) =>
    scoreMessage(id, { ...listed!, startsAt: startsAt! }, score, new Date(at).toISOString()),
  )
  const command = {
    ...{ type: 'RecordResult' as const, score, regulation: score, source },
    reads: messages.map(({ hash, fetched_at }) => ({ readAt: fetched_at, message: hash })),
    closedAt: new Date(first).toISOString(),
  }
  return { command, messages }
}
