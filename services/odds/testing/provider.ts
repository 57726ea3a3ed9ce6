// A provider for tests: answers over HTTP with what the test sets.
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { SIMULATOR_KEY } from '#services/simulator/http/credits-meter.ts'
import { createSimulator, type SimulatorOptions } from '#services/simulator/http/server.ts'
import { createOddsClient, type OddsClient } from '../provider/client.ts'
import type { OddsEvent, ScoreEvent } from '../provider/wire.ts'

export type StagedProvider = {
  readonly client: OddsClient
  readonly baseUrl: string
  odds: OddsEvent[]
  scores: ScoreEvent[]
  /** Whether leagues are in season. */
  active: boolean
  /** If set, sent with every reply, less its cost. */
  credits: { remaining: number; used: number } | null
  /** If set, returned by every call instead of a reply. */
  fault: Fault | null
  /** Requested paths, in order. */
  readonly calls: string[]
  /** From then on nobody answers at its address; its client keeps calling. */
  stop(): Promise<void>
  /** Stops it, and closes its client. */
  close(): Promise<void>
}

/** `at`: only calls whose path contains this. */
export type Fault = {
  readonly status?: number
  readonly body?: unknown
  /** No reply at all, and no end of the connection either. */
  readonly silent?: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly at?: string
}
/** Refusals in the provider's words. */
export const FAULTS = {
  outOfCredits: {
    status: 401,
    body: {
      message: 'Usage quota has been reached. See usage plans at https://the-odds-api.com',
      error_code: 'OUT_OF_USAGE_CREDITS',
      details_url: 'https://the-odds-api.com/liveapi/guides/v4/api-error-codes.html#out-of-usage-credits',
    },
    headers: { 'x-requests-remaining': '-60', 'x-requests-used': '5000060' },
  },
  badKey: {
    status: 401,
    body: {
      message: 'API key is not valid. Get an API key at https://the-odds-api.com',
      error_code: 'INVALID_KEY',
      details_url: 'https://the-odds-api.com/liveapi/guides/v4/api-error-codes.html#invalid-key',
    },
  },
  tooFast: { status: 429, body: { message: 'Requests are too frequent', error_code: 'EXCEEDED_FREQ_LIMIT' } },
  broken: { status: 500, body: { message: 'Internal server error' } },
  garbage: { status: 200, body: '<html><body>Be right back!</body></html>' },
  /** A JSON list of things that are not games. */
  nonsense: { status: 200, body: [{ id: 'a1', sport: 'soccer_epl', teams: ['Rovers', 'Wanderers'] }, 'nonsense'] },
  silent: { silent: true },
} as const satisfies Record<string, Fault>

/** Calls of a staged provider are retried at once. */
const AT_ONCE = { pause: async () => undefined }

export async function stagedProvider(league = 'soccer_epl', apiKey = 'test'): Promise<StagedProvider> {
  const app = Fastify()
  const sport = { key: league, group: 'Soccer', title: league, description: '', has_outrights: false }
  const answer = (path: string, body: () => unknown) =>
    app.get(path, (request, reply) => {
      staged.calls.push(request.url)
      const { fault, credits } = staged
      if (fault !== null && request.url.includes(fault.at ?? '')) {
        if (fault.silent) return new Promise(() => undefined)
        const text = typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body)
        return reply
          .status(fault.status ?? 200)
          .headers(fault.headers ?? {})
          .send(text)
      }
      const cost = path.endsWith('/odds')
        ? 1
        : path.endsWith('/scores')
          ? request.url.includes('daysFrom')
            ? 2
            : 1
          : 0
      if (credits !== null) {
        credits.remaining -= cost
        credits.used += cost
        reply.headers({ 'x-requests-remaining': credits.remaining, 'x-requests-used': credits.used })
      }
      return reply.header('x-requests-last', String(cost)).send(body())
    })
  answer('/v4/sports', () => [{ ...sport, active: staged.active }])
  answer(`/v4/sports/${league}/odds`, () => staged.odds)
  answer(`/v4/sports/${league}/events`, () => staged.odds.map(({ bookmakers: _none, ...event }) => event))
  answer(`/v4/sports/${league}/scores`, () => staged.scores)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const client = createOddsClient({ baseUrl, apiKey, ...AT_ONCE })
  const staged: StagedProvider = {
    client,
    baseUrl,
    odds: [],
    scores: [],
    active: true,
    credits: null,
    fault: null,
    calls: [],
    async stop() {
      app.server.closeAllConnections()
      await app.close()
    },
    async close() {
      await client.close()
      await staged.stop()
    },
  }
  return staged
}

/** The simulator, listening. */
export async function simulatedProvider(
  options: SimulatorOptions,
): Promise<{ baseUrl: string; client: OddsClient; close(): Promise<void> }> {
  const app = createSimulator(options)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const client = createOddsClient({ baseUrl, apiKey: SIMULATOR_KEY })
  return {
    baseUrl,
    client,
    async close() {
      await client.close()
      await app.close()
    },
  }
}

const whole = (instant: Date) => `${instant.toISOString().slice(0, 19)}Z`

/** A game of two invented clubs. `books`: by bookmaker, prices of home, draw and away. */
export function stagedGame(game: {
  readonly id: string
  readonly startsAt: Date
  readonly quotedAt: Date
  readonly books: Readonly<Record<string, readonly [home: number, draw: number, away: number]>>
}): OddsEvent {
  const { id, startsAt, quotedAt, books } = game
  return {
    id: id.padEnd(32, '0'),
    sport_key: 'soccer_epl',
    sport_title: 'EPL',
    commence_time: whole(startsAt),
    home_team: `${id} Rovers`,
    away_team: `${id} Wanderers`,
    bookmakers: Object.entries(books).map(([key, [home, draw, away]]) => ({
      key,
      title: key.toUpperCase(),
      last_update: whole(quotedAt),
      markets: [
        {
          key: 'h2h',
          last_update: whole(quotedAt),
          outcomes: [
            { name: `${id} Wanderers`, price: away },
            { name: `${id} Rovers`, price: home },
            { name: 'Draw', price: draw },
          ],
        },
      ],
    })),
  }
}

/** The same game with home and away swapped. Prices and scores name the teams, so they stay with them. */
export const swapped = <Event extends { home_team: string; away_team: string }>(event: Event): Event => ({
  ...event,
  home_team: event.away_team,
  away_team: event.home_team,
})

/** The same game with one team replaced wherever the provider names it. */
export const renamed = <Event extends object>(event: Event, team: string, name: string): Event =>
  JSON.parse(JSON.stringify(event).replaceAll(team, name)) as Event

export function stagedScore(
  { bookmakers: _none, ...event }: OddsEvent,
  score: readonly [home: number, away: number] | null,
  completed: boolean,
  lastUpdate: Date | null,
): ScoreEvent {
  return {
    ...event,
    completed,
    scores: score && [
      // matched by name, never by position
      { name: event.away_team, score: String(score[1]) },
      { name: event.home_team, score: String(score[0]) },
    ],
    last_update: lastUpdate && whole(lastUpdate),
  }
}
