// A client of The Odds API v4, for the provider and the simulator alike. Prices are always requested as decimal odds.
import type { z } from 'zod'
import { truncate } from '#domain/truncate.ts'
import { catalogLeague } from '../catalog/catalog.ts'
import type { Credits } from './credit-headers.ts'
import { createProviderHttp, type HttpOptions, type Parameters } from './http.ts'
import { ProviderError } from './provider-errors.ts'
import { redacting } from './redact.ts'
import { EventId, EventMarkets, FeedEvent, isStorable, OddsEvent, Participant, ScoreEvent, Sport } from './wire.ts'

export type Reply<T> = {
  readonly data: T
  readonly credits: Credits
  /**
   * Number of items with something that cannot be read: those that do not match v4, which are left out of `data`, and
   * games with a bookmaker that was left out. Outrights are left out too, but not counted.
   */
  readonly rejected: number
  /** The ids of those items, as far as they can be read: these games are listed, whatever is wrong with the rest. */
  readonly rejectedIds?: readonly string[]
}

export type EventsQuery = { readonly eventIds?: readonly string[]; readonly startsBefore?: Date }
export type PriceQuery = {
  /** h2h by default. For all games of a league: h2h, spreads, totals, outrights; for one game: any. */
  readonly markets?: readonly string[]
  /** Instead of the client's own. */
  readonly regions?: readonly string[]
  /** Instead of regions. Ten of them cost as much as one region. */
  readonly bookmakers?: readonly string[]
}
export type OddsQuery = EventsQuery & PriceQuery
export type ScoresQuery = { readonly daysFrom?: 1 | 2 | 3; readonly eventIds?: readonly string[] }

/** Every call throws ProviderError. */
export type OddsClient = {
  sports(all?: boolean): Promise<Reply<Sport[]>>
  events(league: string, query?: EventsQuery): Promise<Reply<FeedEvent[]>>
  odds(league: string, query?: OddsQuery): Promise<Reply<OddsEvent[]>>
  eventOdds(league: string, event: string, query?: PriceQuery): Promise<Reply<OddsEvent>>
  /** The markets of one game that bookmakers offer now, without prices. Costs one credit. */
  eventMarkets(league: string, event: string): Promise<Reply<EventMarkets>>
  scores(league: string, query?: ScoresQuery): Promise<Reply<ScoreEvent[]>>
  participants(league: string): Promise<Reply<Participant[]>>
  /** Games in play and the next eight, of all sports. */
  upcomingEvents(): Promise<Reply<FeedEvent[]>>
  upcomingOdds(query?: PriceQuery): Promise<Reply<OddsEvent[]>>
  /** The cost of a call for odds, per market. */
  readonly regions: number
  close(): Promise<void>
}

export type ClientOptions = HttpOptions & { readonly regions?: readonly string[] }

export function createOddsClient({ regions = ['eu'], ...options }: ClientOptions): OddsClient {
  const http = createProviderHttp(options)
  const redact = redacting(options.apiKey)
  const malformed = (expected: string, body: unknown, credits: Credits): ProviderError => {
    const start = truncate(redact(startOf(body)))
    return new ProviderError('malformed', `The odds provider did not send ${expected}: ${start}`, { credits })
  }

  async function list<T>(item: z.ZodType<T>, path: string, query?: Parameters): Promise<Reply<T[]>> {
    const { body, credits } = await http.get(path, query)
    if (!Array.isArray(body)) throw malformed('a list', body, credits)
    const data: T[] = []
    const rejectedIds: string[] = []
    let rejected = 0
    const bookmakers = { sent: 0, read: 0 }
    for (const each of body as unknown[]) {
      const parsed = isStorable(each) ? item.safeParse(each) : null
      if (parsed?.success === true) {
        data.push(parsed.data)
        const [sent, read] = [bookmakersIn(each), bookmakersIn(parsed.data)]
        bookmakers.sent += sent
        bookmakers.read += read
        if (read < sent) rejected += 1
      } else {
        rejectedIds.push(...idIn(each))
        if (!isOutright(each)) rejected += 1
      }
    }
    // if it were taken for an empty list, every price would be taken down without any report
    if (data.length === 0 && rejected > 0) throw malformed('what v4 lists', body, credits)
    // the same holds for bookmakers that cannot be read
    if (bookmakers.sent > 0 && bookmakers.read === 0) throw malformed('prices as v4 has them', body, credits)
    return { data, credits, rejected, rejectedIds }
  }

  async function one<T>(item: z.ZodType<T>, path: string, query?: Parameters): Promise<Reply<T>> {
    const { body, credits } = await http.get(path, query)
    const parsed = isStorable(body) ? item.safeParse(body) : null
    if (parsed?.success !== true) throw malformed('an event', body, credits)
    if (bookmakersIn(body) > 0 && bookmakersIn(parsed.data) === 0)
      throw malformed('prices as v4 has them', body, credits)
    return { data: parsed.data, credits, rejected: 0 }
  }

  /** Events of the leagues that were asked for; others are left out. */
  async function events<Event extends FeedEvent>(
    item: z.ZodType<Event>,
    [league, kind]: readonly [league: string, kind: string],
    query: Parameters,
  ): Promise<Reply<Event[]>> {
    const reply = await list(item, `${sport(league)}/${kind}`, query)
    const data = reply.data.filter((event) =>
      league === UPCOMING ? catalogLeague(event.sport_key) !== undefined : event.sport_key === league,
    )
    return { ...reply, data }
  }

  /** An event of the league that was asked for; another one is not an answer. */
  async function event<Event extends FeedEvent>(
    item: z.ZodType<Event>,
    [league, id, kind]: readonly [league: string, id: string, kind: string],
    query: Parameters,
  ): Promise<Reply<Event>> {
    const reply = await one(item, `${sport(league)}/events/${encodeURIComponent(id)}/${kind}`, query)
    const { data, credits } = reply
    if (data.sport_key !== league) throw malformed('an event of the league', data, credits)
    return reply
  }

  const pricing = ({ markets = ['h2h'], regions: asked = regions, bookmakers }: PriceQuery = {}): Parameters => ({
    ...(bookmakers === undefined ? { regions: asked.join(',') } : { bookmakers: bookmakers.join(',') }),
    markets: markets.join(','),
    oddsFormat: 'decimal',
    dateFormat: 'iso',
  })
  const sport = (league: string) => `/v4/sports/${encodeURIComponent(league)}`

  return {
    regions: regions.length,
    sports: (all = false) => list(Sport, '/v4/sports', all ? { all: 'true' } : {}),
    events: (league, query) => events(FeedEvent, [league, 'events'], filtering(query)),
    odds: (league, query) => events(OddsEvent, [league, 'odds'], { ...pricing(query), ...filtering(query) }),
    eventOdds: (league, id, query) => event(OddsEvent, [league, id, 'odds'], pricing(query)),
    eventMarkets: (league, id) => event(EventMarkets, [league, id, 'markets'], { regions: regions.join(',') }),
    scores: (league, query) =>
      events(ScoreEvent, [league, 'scores'], { daysFrom: query?.daysFrom?.toString(), ...filtering(query) }),
    upcomingEvents: () => events(FeedEvent, [UPCOMING, 'events'], filtering(undefined)),
    upcomingOdds: (query) => events(OddsEvent, [UPCOMING, 'odds'], pricing(query)),
    participants: (league) => list(Participant, `${sport(league)}/participants`),
    close: () => http.close(),
  }
}

/** What is nested too deeply to be stored is not quoted either. */
const startOf = (body: unknown): string => (isStorable(body) ? JSON.stringify(body) : 'text that cannot be stored')

/** True for an item without two teams: it is not a game, and nothing is wrong with the reply. */
function isOutright(item: unknown): boolean {
  const teams = item as { home_team?: unknown; away_team?: unknown } | null
  return teams?.home_team === null && teams.away_team === null
}

/** How many bookmakers an event has; anything in place of the list counts as one that cannot be read. */
function bookmakersIn(item: unknown): number {
  const all = (item as { bookmakers?: unknown } | null)?.bookmakers ?? []
  return Array.isArray(all) ? all.length : 1
}

function idIn(item: unknown): string[] {
  const id = EventId.safeParse((item as { id?: unknown } | null)?.id)
  return id.success && isStorable(id.data) ? [id.data] : []
}

/** The provider's key for all sports. */
const UPCOMING = 'upcoming'

function filtering(query: EventsQuery | undefined): Parameters {
  return {
    dateFormat: 'iso',
    eventIds: query?.eventIds?.join(','),
    commenceTimeTo: query?.startsBefore && `${query.startsBefore.toISOString().slice(0, 19)}Z`,
  }
}
