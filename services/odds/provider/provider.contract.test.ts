// One suite for every provider of v4: always the simulator, and the real host if ODDS_CONTRACT_KEY has a key (this
// costs some ten credits).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pricesOf } from '../quotes/prices.ts'
import { simulatedProvider } from '../testing/provider.ts'
import { createOddsClient, type OddsClient } from './client.ts'
import type { ProviderError } from './provider-errors.ts'

const realKey = process.env.ODDS_CONTRACT_KEY
const realHost = 'https://api.the-odds-api.com'

type Host = { readonly client: OddsClient; readonly baseUrl: string; close(): Promise<void> }
const hosts: [name: string, open: () => Promise<Host>][] = [
  // at a fixed time: otherwise games would start, or be suspended after a goal, while a test runs
  ['the simulator', () => simulatedProvider({ seed: 'contract', now: () => new Date('2026-10-17T15:20:00Z') })],
]
if (realKey !== undefined) {
  hosts.push([
    'the real host',
    async () => {
      const client = createOddsClient({ baseUrl: realHost, apiKey: realKey })
      return { client, baseUrl: realHost, close: () => client.close() }
    },
  ])
}

describe.each(hosts)('the v4 contract of %s', (_name, open) => {
  let host: Host
  let league: string
  beforeAll(async () => {
    host = await open()
    const { data } = await host.client.sports()
    league = (data.find(({ has_outrights }) => !has_outrights) ?? data[0])!.key
  })
  afterAll(() => host.close())

  const failing = (call: Promise<unknown>): Promise<ProviderError> =>
    call.then(
      () => Promise.reject(new Error('it did not fail')),
      (error: unknown) => error as ProviderError,
    )

  it('lists sports and events at no cost', async () => {
    expect((await host.client.sports()).credits.last).toBe(0)
    const { data, credits, rejected } = await host.client.events(league)
    expect([credits.last, rejected]).toEqual([0, 0])
    for (const event of data) expect(event.id).toMatch(/^[0-9a-f]{32}$/)
  })

  it('prices events for one credit a region', async () => {
    const { data, credits, rejected } = await host.client.odds(league)
    expect(rejected).toBe(0)
    expect(credits.last).toBe(data.length === 0 ? 0 : 1)
    const priced = data.flatMap((event) => event.bookmakers.map(({ key }) => pricesOf(event, key).prices))
    for (const prices of priced.filter(({ length }) => length > 0)) {
      expect(new Set(prices.map(({ selection }) => selection))).toContain('home')
    }
    const first = data.find(({ bookmakers }) => bookmakers.length > 0)
    if (first === undefined) return
    const filtered = await host.client.odds(league, { eventIds: [first.id] })
    expect(filtered.data.map(({ id }) => id)).toEqual([first.id])
    const offered = await host.client.eventMarkets(league, first.id)
    expect(offered.data.bookmakers.flatMap(({ markets }) => markets.map(({ key }) => key))).toContain('h2h')
    const one = await host.client.eventOdds(league, first.id)
    expect(one.data.id).toBe(first.id)
    for (const { last_update, markets } of one.data.bookmakers) {
      expect(last_update).toBeUndefined()
      for (const market of markets) expect(market.last_update).toBeDefined()
    }
  })

  it('lists current and upcoming games of all sports', async () => {
    const events = await host.client.upcomingEvents()
    expect([events.rejected, events.credits.last]).toEqual([0, 0])
    const { data, rejected } = await host.client.upcomingOdds()
    expect(rejected).toBe(0)
    expect(data.length).toBeGreaterThan(0)
  })

  it('gives scores for one credit, or two with completed games', async () => {
    const live = await host.client.scores(league)
    const completed = await host.client.scores(league, { daysFrom: 3 })
    expect(live.data.every((score) => !score.completed)).toBe(true)
    expect(live.rejected + completed.rejected).toBe(0)
    if (live.data.length > 0) expect(live.credits.last).toBe(1)
    if (completed.data.length > 0) expect(completed.credits.last).toBe(2)
    for (const score of completed.data) {
      if (score.scores === null) expect(score.last_update).toBeNull()
    }
  })

  it('refuses with codes', async () => {
    const unknown = await failing(host.client.odds('no_such_league'))
    expect([unknown.failure, unknown.code]).toEqual(['unknown-sport', 'UNKNOWN_SPORT'])
    const over = await failing(host.client.eventOdds(league, '0'.repeat(32)))
    expect([over.failure, over.code]).toEqual(['event-gone', 'EVENT_NOT_FOUND'])
    const market = await failing(host.client.odds(league, { markets: ['btts'] }))
    expect([market.failure, market.code]).toEqual(['bad-request', 'INVALID_MARKET'])
    const stranger = createOddsClient({ baseUrl: host.baseUrl, apiKey: 'stranger' })
    const refused = await failing(stranger.sports())
    expect([refused.failure, refused.code]).toEqual(['bad-key', 'INVALID_KEY'])
    await stranger.close()
  })
})
