// The tournament's provider: a small server that speaks v4, on the clock that it is given.
import Fastify from 'fastify'
import { HOUR } from '#services/platform/clock/durations.ts'
import { type Listening, listening } from '../listening.ts'
import { LEAGUE, type Match, scoreAt } from './matches.ts'
import { marketsOf } from './offers.ts'

const LISTED_AHEAD = 24 * HOUR
/** Prices are gone once a tie has been played for this long. */
const PRICED_IN_PLAY = 1.75 * HOUR

const iso = (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}Z`

/** `matches`: empty before they are known. */
export async function listenTournament(now: () => number, matches: () => readonly Match[]): Promise<Listening> {
  const app = Fastify()
  const eventOf = ({ id, home, away, startsAt }: Match) => ({
    ...{
      id,
      sport_key: LEAGUE,
      sport_title: 'World Cup',
      commence_time: iso(startsAt),
      home_team: home,
      away_team: away,
    },
  })
  const oddsOf = (match: Match, keys: readonly string[]) => {
    const last_update = iso(now())
    const markets = marketsOf(match)
      .filter(({ key }) => keys.includes(key))
      .map(({ key, outcomes }) => ({
        ...{ key, last_update },
        outcomes: outcomes.map(({ selection: _, ...outcome }) => outcome),
      }))
    return { ...eventOf(match), bookmakers: [{ key: 'pinnacle', title: 'Pinnacle', last_update, markets }] }
  }
  const open = () =>
    matches().filter(({ startsAt }) => startsAt > now() - PRICED_IN_PLAY && startsAt < now() + LISTED_AHEAD)
  const keysOf = (query: unknown) => String((query as { markets?: string }).markets ?? 'h2h').split(',')

  app.get('/v4/sports', () => [
    { key: LEAGUE, group: 'Soccer', title: 'World Cup', description: '', active: true, has_outrights: false },
  ])
  app.get(`/v4/sports/${LEAGUE}/events`, () => open().map(eventOf))
  app.get(`/v4/sports/${LEAGUE}/odds`, (request) => open().map((match) => oddsOf(match, keysOf(request.query))))
  app.get(`/v4/sports/${LEAGUE}/events/:id/odds`, (request, reply) => {
    const match = open().find(({ id }) => id === (request.params as { id: string }).id)
    if (match === undefined) return reply.code(404).send({ message: 'Event not found', error_code: 'EVENT_NOT_FOUND' })
    return oddsOf(match, keysOf(request.query))
  })
  app.get(`/v4/sports/${LEAGUE}/scores`, () =>
    matches()
      .filter(({ hidden: [from, until] }) => now() < from || now() >= until)
      .map((match) => {
        const score = scoreAt(match, now())
        const scores = score && [
          { name: match.away, score: String(score[1]) },
          { name: match.home, score: String(score[0]) },
        ]
        return { ...eventOf(match), completed: now() >= match.completedAt, scores, last_update: score && iso(now()) }
      }),
  )
  return listening(app)
}
