// The simulated provider over HTTP: the paths, parameters, headers, costs and errors of The Odds API v4.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { createFeed, type Feed } from './feed.ts'
import { type League, leagueOf } from './leagues.ts'
import { allSports, bookmakersOf, daysFrom, eventFilter, oddsQuery, type Query } from './parameters.ts'
import { eventNotFound, FeedError, unknownSport } from './refusals.ts'

export type SimulatorOptions = {
  readonly seed: string
  /** The business clock: the simulator lives on it. */
  readonly now: () => Date
  /** Business seconds in a system second: 1 without it. */
  readonly speed?: () => number
  /** Credits of a key in a month of the system's calendar. */
  readonly creditsPerMonth?: number
  /** Calls in a second of system time before 429; none are refused without it. */
  readonly callsPerSecond?: number
  readonly systemNow?: () => Date
}

/** The key that the product uses with the simulator; any 32 hexadecimal digits, like a real key, do as well. */
export const SIMULATOR_KEY = 'simulator'
const KEY = /^[0-9a-f]{32}$/
const GENEROUS = 1_000_000_000

type Params = { sport: string; id: string }
type Answer = { readonly body: unknown; readonly cost: number }
type Call = { readonly feed: Feed; readonly query: Query; readonly params: Params; readonly instant: number }

export function createSimulator(options: SimulatorOptions): FastifyInstance {
  const feed = createFeed(options.seed)
  const meter = createMeter(options)
  const app = Fastify({ logger: false, routerOptions: { ignoreTrailingSlash: true } })

  const route = (path: string, answer: (call: Call) => Answer) => {
    app.get(path, (request: FastifyRequest, reply: FastifyReply) => {
      const query = request.query as Query
      const used = meter.admit(query.apiKey)
      const call = { feed, query, params: request.params as Params, instant: options.now().getTime() }
      try {
        const { body, cost } = answer(call)
        used.charge(cost)
        return reply.headers(used.headers(cost)).type('application/json; charset=utf-8').send(JSON.stringify(body))
      } catch (error) {
        reply.headers(used.headers(0))
        throw error
      }
    })
  }
  for (const [path, answer] of Object.entries(answers)) route(path, answer)

  app.get('/__sim/clock', () => ({
    now: options.now().toISOString(),
    speed: options.speed?.() ?? 1,
    seed: options.seed,
  }))
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not Found' }))
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof FeedError) return reply.code(error.status).send(error.body)
    return reply.code(500).send({ message: 'Internal Server Error' })
  })
  return app
}

const answers: Record<string, (call: Call) => Answer> = {
  '/v4/sports': ({ feed, query }) => {
    allSports(query)
    return { body: feed.sports(), cost: 0 }
  },
  '/v4/sports/:sport/events': ({ feed, query, params, instant }) => ({
    body: feed.events(sportOrUpcoming(params), instant, eventFilter(query)),
    cost: 0,
  }),
  '/v4/sports/:sport/odds': ({ feed, query, params, instant }) => {
    const sport = sportOrUpcoming(params)
    const wanted = oddsQuery(query, true)
    const body = feed.odds(sport, instant, wanted)
    return { body, cost: body.length === 0 ? 0 : wanted.markets.length * wanted.regions }
  },
  '/v4/sports/:sport/scores': ({ feed, query, params, instant }) => {
    const since = daysFrom(query)
    return { body: feed.scores(sport(params), instant, since, eventFilter(query)), cost: since === null ? 1 : 2 }
  },
  '/v4/sports/:sport/events/:id/odds': ({ feed, query, params, instant }) => {
    const league = sport(params)
    const wanted = oddsQuery(query, false)
    const body = feed.eventOdds(league, params.id, instant, wanted)
    if (body === undefined) throw eventNotFound()
    const returned = new Set(body.bookmakers.flatMap(({ markets }) => markets.map(({ key }) => key)))
    returned.delete('h2h_lay')
    return { body, cost: returned.size * wanted.regions }
  },
  '/v4/sports/:sport/events/:id/markets': ({ feed, query, params, instant }) => {
    const league = sport(params)
    const { bookmakers } = bookmakersOf(query)
    const body = feed.eventMarkets(league, params.id, instant, bookmakers, eventFilter(query).dateFormat)
    if (body === undefined) throw eventNotFound()
    return { body, cost: 1 }
  },
  '/v4/sports/:sport/participants': ({ feed, params, instant }) => ({
    body: feed.participants(sport(params), instant),
    cost: 1,
  }),
}

function sport(params: Params): League {
  const league = leagueOf(params.sport)
  if (league === undefined) throw unknownSport()
  return league
}
const sportOrUpcoming = (params: Params) => (params.sport === 'upcoming' ? 'upcoming' : sport(params))

type Used = { charge(credits: number): void; headers(cost: number): Record<string, string> }

/** Keys, their credits and the rate of calls. The counts are of this process; no price or score depends on them. */
function createMeter(options: SimulatorOptions): { admit(key: unknown): Used } {
  const { creditsPerMonth = GENEROUS, callsPerSecond, systemNow = () => new Date() } = options
  const used = new Map<string, number>()
  let second = 0
  let calls = 0

  function countCall(): void {
    if (callsPerSecond === undefined) return
    const now = Math.floor(systemNow().getTime() / 1_000)
    calls = now === second ? calls + 1 : 1
    second = now
    if (calls > callsPerSecond) {
      throw new FeedError(429, 'EXCEEDED_FREQ_LIMIT', 'Requests are too frequent. Please wait and try again')
    }
  }

  return {
    admit(key) {
      if (typeof key !== 'string' || key === '') throw new FeedError(401, 'MISSING_KEY', 'API key is missing')
      if (key !== SIMULATOR_KEY && !KEY.test(key)) {
        throw new FeedError(401, 'INVALID_KEY', 'API key is not valid. Get an API key at https://the-odds-api.com')
      }
      countCall()
      const account = `${key}/${systemNow().toISOString().slice(0, 7)}`
      const before = used.get(account) ?? 0
      if (before >= creditsPerMonth) {
        const message = 'Usage quota has been reached. See usage plans at https://the-odds-api.com'
        throw new FeedError(401, 'OUT_OF_USAGE_CREDITS', message)
      }
      return {
        charge: (credits) => used.set(account, before + credits),
        headers: (cost) => ({
          'x-requests-remaining': String(creditsPerMonth - (used.get(account) ?? 0)),
          'x-requests-used': String(used.get(account) ?? 0),
          'x-requests-last': String(cost),
        }),
      }
    },
  }
}
