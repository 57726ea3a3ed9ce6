// A client of The Odds API v4, for the provider and for the simulator alike. Prices are always requested as decimal odds.
import type { z } from 'zod'
import { truncate } from '#domain/truncate.ts'
import { type Credits, createProviderHttp, type HttpOptions, type Parameters } from './http.ts'
import { ProviderError } from './provider-errors.ts'
import { EventMarkets, FeedEvent, isStorable, OddsEvent, Participant, ScoreEvent, Sport } from './wire.ts'

export type Reply<T> = {
  readonly data: T
  readonly credits: Credits
  /** Number of items that do not match v4, left out of `data`. */
  readonly rejected: number
}

export type EventsQuery = { readonly eventIds?: readonly string[]; readonly startsBefore?: Date }
export type OddsQuery = EventsQuery & { readonly markets?: readonly string[] }
export type ScoresQuery = { readonly daysFrom?: 1 | 2 | 3; readonly eventIds?: readonly string[] }

/** Every call throws ProviderError. */
export type OddsClient = {
  sports(all?: boolean): Promise<Reply<Sport[]>>
  events(league: string, query?: EventsQuery): Promise<Reply<FeedEvent[]>>
  odds(league: string, query?: OddsQuery): Promise<Reply<OddsEvent[]>>
  eventOdds(league: string, event: string, markets?: readonly string[]): Promise<Reply<OddsEvent>>
  eventMarkets(league: string, event: string): Promise<Reply<EventMarkets>>
  scores(league: string, query?: ScoresQuery): Promise<Reply<ScoreEvent[]>>
  participants(league: string): Promise<Reply<Participant[]>>
  /** The cost of a call for odds, per market. */
  readonly regions: number
  close(): Promise<void>
}

export type ClientOptions = HttpOptions & { readonly regions?: readonly string[] }

export function createOddsClient({ regions = ['eu'], ...options }: ClientOptions): OddsClient {
  const http = createProviderHttp(options)

  async function list<T>(item: z.ZodType<T>, path: string, query?: Parameters): Promise<Reply<T[]>> {
    const { body, credits } = await http.get(path, query)
    if (!Array.isArray(body)) throw malformed('a list', body)
    const items = body.filter(isStorable).map((each) => item.safeParse(each))
    const data = items.filter((each) => each.success).map((each) => each.data)
    return { data, credits, rejected: body.length - data.length }
  }

  async function one<T>(item: z.ZodType<T>, path: string, query?: Parameters): Promise<Reply<T>> {
    const { body, credits } = await http.get(path, query)
    const parsed = item.safeParse(body)
    if (!parsed.success || !isStorable(body)) throw malformed('an event', body)
    return { data: parsed.data, credits, rejected: 0 }
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
    events: (league, query) => list(FeedEvent, `${sport(league)}/events`, filtering(query)),
    odds: (league, query) =>
      list(OddsEvent, `${sport(league)}/odds`, { ...pricing(query?.markets), ...filtering(query) }),
    eventOdds: (league, event, markets) =>
      one(OddsEvent, `${sport(league)}/events/${encodeURIComponent(event)}/odds`, pricing(markets)),
    eventMarkets: (league, event) =>
      one(EventMarkets, `${sport(league)}/events/${encodeURIComponent(event)}/markets`, { regions: regions.join(',') }),
    scores: (league, query) =>
      list(ScoreEvent, `${sport(league)}/scores`, { daysFrom: query?.daysFrom?.toString(), ...filtering(query) }),
    participants: (league) => list(Participant, `${sport(league)}/participants`),
    close: () => http.close(),
  }
}

function filtering(query: EventsQuery | undefined): Parameters {
  return {
    eventIds: query?.eventIds?.join(','),
    commenceTimeTo: query?.startsBefore && `${query.startsBefore.toISOString().slice(0, 19)}Z`,
  }
}

const malformed = (expected: string, body: unknown): ProviderError =>
  new ProviderError('malformed', `The odds provider did not send ${expected}: ${truncate(JSON.stringify(body))}`)
