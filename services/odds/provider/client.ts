// A client of The Odds API v4, for the provider and for the simulator alike. Prices are always asked for in decimal.
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'
import type { z } from 'zod'
import { truncate } from '#domain/truncate.ts'
import { failureOf, ProviderError } from './provider-errors.ts'
import {
  EventMarkets,
  FeedEvent,
  isStorable,
  OddsEvent,
  Participant,
  ProviderErrorBody,
  ScoreEvent,
  Sport,
} from './wire.ts'

/** What the provider says about the key's credits; null where it said nothing. `remaining` may be negative. */
export type Credits = { readonly remaining: number | null; readonly used: number | null; readonly last: number | null }
export type Reply<T> = {
  readonly data: T
  readonly credits: Credits
  /** Items of a list that were not what v4 promises, left out of `data`. */
  readonly rejected: number
}

export type EventsAsked = { readonly eventIds?: readonly string[]; readonly startsBefore?: Date }
export type OddsAsked = EventsAsked & { readonly markets?: readonly string[] }
export type ScoresAsked = { readonly daysFrom?: 1 | 2 | 3; readonly eventIds?: readonly string[] }

/** Every call throws ProviderError. */
export type OddsClient = {
  sports(all?: boolean): Promise<Reply<Sport[]>>
  events(league: string, asked?: EventsAsked): Promise<Reply<FeedEvent[]>>
  odds(league: string, asked?: OddsAsked): Promise<Reply<OddsEvent[]>>
  eventOdds(league: string, event: string, markets?: readonly string[]): Promise<Reply<OddsEvent>>
  eventMarkets(league: string, event: string): Promise<Reply<EventMarkets>>
  scores(league: string, asked?: ScoresAsked): Promise<Reply<ScoreEvent[]>>
  participants(league: string): Promise<Reply<Participant[]>>
  /** What a call for odds costs for each market. */
  readonly regions: number
  close(): Promise<void>
}

export type ClientOptions = {
  readonly baseUrl: string
  readonly apiKey: string
  /** For one attempt, from sending to the last byte. */
  readonly timeoutMs?: number
  readonly regions?: readonly string[]
  /** How often a call that came too soon is tried again. */
  readonly retries?: number
  /** Waits before the next attempt; the provider names no time, two seconds are enough. */
  readonly pause?: (ms: number) => Promise<void>
}

const TOO_SOON_MS = 2_000
const LONGEST_WAIT_MS = 30_000

type Parameters = Readonly<Record<string, string | undefined>>
type Answer = { readonly body: unknown; readonly credits: Credits }

export function createOddsClient(options: ClientOptions): OddsClient {
  const { apiKey, timeoutMs = 10_000, retries = 2, regions = ['eu'] } = options
  const pause = options.pause ?? ((ms: number) => wait(ms))
  const base = options.baseUrl.replace(/\/+$/, '')
  const agent = new Agent({ connections: 8, keepAliveTimeout: 30_000 })

  async function attempt(path: string, query: Parameters): Promise<Answer> {
    const url = new URL(base + path)
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
    url.searchParams.set('apiKey', apiKey)
    const { status, headers, text } = await send(url)
    const credits = creditsOf(headers)
    const body = parsed(status, text)
    if (status >= 200 && status < 300) return { body, credits }
    throw refusal(status, body, headers)
  }

  async function send(url: URL) {
    try {
      const response = await request(url, { dispatcher: agent, signal: AbortSignal.timeout(timeoutMs) })
      return { status: response.statusCode, headers: response.headers, text: await response.body.text() }
    } catch (error) {
      // the address holds the key: only the kind of failure is told
      const timedOut = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
      const why = timedOut ? `no answer within ${timeoutMs} ms` : reasonOf(error)
      throw new ProviderError('unavailable', `The odds provider cannot be reached: ${why}`)
    }
  }

  async function call(path: string, query: Parameters = {}): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      try {
        return await attempt(path, query)
      } catch (error) {
        if (!(error instanceof TooSoon)) throw error
        if (tries >= retries) throw new ProviderError('rate', error.message, error.status, error.code)
        await pause(error.waitMs)
      }
    }
  }

  async function list<T>(item: z.ZodType<T>, path: string, query?: Parameters): Promise<Reply<T[]>> {
    const { body, credits } = await call(path, query)
    if (!Array.isArray(body)) throw malformed('a list', body)
    const items = body.filter(isStorable).map((each) => item.safeParse(each))
    const data = items.filter((each) => each.success).map((each) => each.data)
    return { data, credits, rejected: body.length - data.length }
  }

  async function one<T>(item: z.ZodType<T>, path: string, query?: Parameters): Promise<Reply<T>> {
    const { body, credits } = await call(path, query)
    const answer = item.safeParse(body)
    if (!answer.success || !isStorable(body)) throw malformed('an event', body)
    return { data: answer.data, credits, rejected: 0 }
  }

  const pricing = (markets: readonly string[] = ['h2h']): Parameters => ({
    regions: regions.join(','),
    markets: markets.join(','),
    oddsFormat: 'decimal',
    dateFormat: 'iso',
  })
  const sport = (league: string) => `/v4/sports/${encodeURIComponent(league)}`

  return {
    regions: regions.length,
    sports: (all = false) => list(Sport, '/v4/sports', all ? { all: 'true' } : {}),
    events: (league, asked) => list(FeedEvent, `${sport(league)}/events`, filtering(asked)),
    odds: (league, asked) =>
      list(OddsEvent, `${sport(league)}/odds`, { ...pricing(asked?.markets), ...filtering(asked) }),
    eventOdds: (league, event, markets) =>
      one(OddsEvent, `${sport(league)}/events/${encodeURIComponent(event)}/odds`, pricing(markets)),
    eventMarkets: (league, event) =>
      one(EventMarkets, `${sport(league)}/events/${encodeURIComponent(event)}/markets`, { regions: regions.join(',') }),
    scores: (league, asked) =>
      list(ScoreEvent, `${sport(league)}/scores`, { daysFrom: asked?.daysFrom?.toString(), ...filtering(asked) }),
    participants: (league) => list(Participant, `${sport(league)}/participants`),
    close: () => agent.close(),
  }
}

function filtering(asked: EventsAsked | undefined): Parameters {
  return {
    eventIds: asked?.eventIds?.join(','),
    commenceTimeTo: asked?.startsBefore && `${asked.startsBefore.toISOString().slice(0, 19)}Z`,
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

function creditsOf(headers: Headers): Credits {
  const read = (name: string): number | null => {
    const value = headers[`x-requests-${name}`]
    return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : null
  }
  return { remaining: read('remaining'), used: read('used'), last: read('last') }
}

function parsed(status: number, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const failure = status >= 500 ? 'unavailable' : 'malformed'
    throw new ProviderError(failure, `The odds provider did not answer in JSON: ${truncate(text)}`, status)
  }
}

class TooSoon extends ProviderError {
  readonly waitMs: number
  constructor(message: string, status: number, code: string | null, waitMs: number) {
    super('rate', message, status, code)
    this.waitMs = waitMs
  }
}

function refusal(status: number, body: unknown, headers: Headers): ProviderError {
  const { message, error_code } = ProviderErrorBody.safeParse(body).data ?? {}
  const code = error_code ?? null
  const failure = failureOf(status, code)
  const text = `The odds provider answered ${status}${code === null ? '' : ` ${truncate(code)}`}: ${truncate(message ?? JSON.stringify(body))}`
  if (failure !== 'rate') return new ProviderError(failure, text, status, code)
  const seconds = Number(headers['retry-after'])
  const waitMs = Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1_000, LONGEST_WAIT_MS) : TOO_SOON_MS
  return new TooSoon(text, status, code, waitMs)
}

const malformed = (expected: string, body: unknown): ProviderError =>
  new ProviderError('malformed', `The odds provider did not send ${expected}: ${truncate(JSON.stringify(body))}`)

function reasonOf(error: unknown): string {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' ? code : 'the connection failed'
}
