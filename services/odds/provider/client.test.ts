import { readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordedOdds } from '../testing/recorded.ts'
import { createOddsClient, type OddsClient } from './client.ts'
import { ProviderError } from './provider-errors.ts'

type Respond = (response: ServerResponse, attempt: number) => void

let server: Server
let respond: Respond
let attempts: number
let urls: string[]
let waits: number[]
let client: OddsClient
/** A client with a short timeout. */
let hasty: OddsClient
let baseUrl: string

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Respond =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

beforeAll(async () => {
  server = createServer((request, response) => {
    urls.push(request.url ?? '')
    respond(response, ++attempts)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const pause = async (ms: number) => void waits.push(ms)
  client = createOddsClient({ baseUrl, apiKey: 's3cret', pause, regions: ['eu', 'uk'] })
  hasty = createOddsClient({ baseUrl, apiKey: 's3cret', timeoutMs: 300, pause })
})
beforeEach(() => {
  attempts = 0
  urls = []
  waits = []
})
afterAll(async () => {
  await Promise.all([client.close(), hasty.close()])
  server.closeAllConnections()
  server.close()
})

const failing = (call: Promise<unknown>): Promise<ProviderError> =>
  call.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => error as ProviderError,
  )

const event = {
  id: 'a'.repeat(32),
  sport_key: 'soccer_epl',
  sport_title: 'EPL',
  commence_time: '2026-11-20T12:00:00Z',
  home_team: 'Rovers',
  away_team: 'Wanderers',
}

describe('the odds client', () => {
  it('asks for decimal odds and reads the credits', async () => {
    respond = json(200, [{ ...event, bookmakers: [], extra: 1 }], {
      'x-requests-remaining': '-60',
      'x-requests-used': '5000060',
      'x-requests-last': '2',
    })
    const { data, credits } = await client.odds('soccer_epl', { eventIds: ['x', 'y'] })
    expect(data).toEqual([{ ...event, bookmakers: [], extra: 1 }])
    expect(credits).toEqual({ remaining: -60, used: 5_000_060, last: 2 })
    const asked = new URL(urls[0]!, 'http://provider').searchParams
    expect(Object.fromEntries(asked)).toEqual({
      regions: 'eu,uk',
      markets: 'h2h',
      oddsFormat: 'decimal',
      dateFormat: 'iso',
      eventIds: 'x,y',
      apiKey: 's3cret',
    })
  })

  it.each([
    ['3000000000', '-1', '3000000000'],
    ['-3000000000', 'many', '-100000'],
    ['999999999999999', '1.5', ''],
  ])('takes no figures of the credits that cannot be: %s, %s, %s', async (remaining, used, last) => {
    respond = json(200, [event], {
      'x-requests-remaining': remaining,
      'x-requests-used': used,
      'x-requests-last': last,
    })
    const { data, credits } = await client.events('soccer_epl')
    expect([data.length, credits]).toEqual([1, { remaining: null, used: null, last: null }])
  })

  it('leaves out an event that is nested too deeply, and rejects a reply that is', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    const whole = JSON.stringify({ ...event, extra: 0 })
    const deep = (depth: number) => whole.replace('"extra":0', `"extra":${nested(depth)}`)
    respond = (response) => response.end(`[${deep(50_000)},${deep(20)}]`)
    const { data, rejected } = await client.events('soccer_epl')
    expect([data.length, rejected]).toEqual([1, 1])
    respond = (response) => response.end(deep(50_000))
    expect((await failing(client.events('soccer_epl'))).failure).toBe('malformed')
    expect((await failing(client.eventOdds('soccer_epl', event.id))).failure).toBe('malformed')
  })

  it('leaves out an event that makes no sense and keeps the others', async () => {
    respond = json(200, [{ ...event, home_team: null }, event, 'nonsense'])
    const { data, rejected } = await client.events('soccer_epl')
    expect([data.length, rejected]).toEqual([1, 2])
  })

  const priced = (price: unknown, id = event.id) => {
    const outcomes = [
      { name: 'Rovers', price },
      { name: 'Wanderers', price },
    ]
    const market = { key: 'h2h', last_update: event.commence_time, outcomes }
    return { ...event, id, bookmakers: [{ key: 'north', title: 'North', markets: [market] }] }
  }

  it('does not take unreadable bookmakers for none', async () => {
    respond = json(200, [priced('1.90'), priced('1,90', 'b'), event])
    const error = await failing(client.odds('soccer_epl'))
    expect([error.failure, error.message]).toEqual(['malformed', expect.stringContaining('prices as v4 has them')])
    respond = json(200, [{ ...event, bookmakers: { north: {} } }])
    expect((await failing(client.odds('soccer_epl'))).failure).toBe('malformed')
    respond = json(200, priced('1.90'))
    expect((await failing(client.eventOdds('soccer_epl', event.id))).failure).toBe('malformed')
    // nobody offers the markets that were asked for
    respond = json(200, [{ ...event, bookmakers: [] }, event])
    expect((await client.odds('soccer_epl')).data).toHaveLength(2)
  })

  it('counts the games with a bookmaker that cannot be read', async () => {
    const [readable, unreadable] = [priced(1.9), priced('1.90')]
    const both = { ...event, id: 'c', bookmakers: [...readable.bookmakers, ...unreadable.bookmakers] }
    respond = json(200, [readable, { ...unreadable, id: 'b' }, both])
    const { data, rejected } = await client.odds('soccer_epl')
    expect([data.map(({ bookmakers }) => bookmakers.length), rejected]).toEqual([[1, 0, 1], 2])
  })

  it('gives each of many concurrent calls its full time, however slow the others are', async () => {
    const held: ServerResponse[] = []
    // none is answered before all of them have arrived
    respond = (response, attempt) => {
      held.push(response)
      if (attempt === 40) for (const one of held) json(200, [event])(one, attempt)
    }
    const answers = await Promise.all(Array.from({ length: 40 }, () => client.events('soccer_epl')))
    expect([answers.length, attempts]).toEqual([40, 40])
  })

  it('does not take a list of nothing but nonsense for an empty one, unless it is of outrights', async () => {
    respond = json(200, [
      { ...event, commence_time: 1_700_000_000 },
      { ...event, home_team: null },
    ])
    expect((await failing(client.events('soccer_epl'))).failure).toBe('malformed')
    respond = json(200, [{ ...event, home_team: null, away_team: null }])
    expect((await client.events('soccer_epl')).data).toEqual([])
  })

  it.each([
    [401, 'INVALID_KEY', 'bad-key'],
    [401, 'DEACTIVATED_KEY', 'bad-key'],
    [401, 'OUT_OF_USAGE_CREDITS', 'out-of-credits'],
    [429, 'OUT_OF_USAGE_CREDITS', 'out-of-credits'],
    [401, 'HISTORICAL_UNAVAILABLE_ON_FREE_USAGE_PLAN', 'bad-request'],
    [404, 'UNKNOWN_SPORT', 'unknown-sport'],
    [422, 'UNKNOWN_SPORT', 'unknown-sport'],
    [404, 'EVENT_NOT_FOUND', 'event-gone'],
    [422, 'INVALID_MARKET', 'bad-request'],
    [401, 'MISSING_REGION', 'bad-request'],
    [401, null, 'bad-key'],
    [418, 'WHATEVER', 'bad-request'],
  ])('tells a refusal by its code: %i %s is %s', async (status, code, failure) => {
    respond = json(status, { message: 'No', ...(code && { error_code: code }) }, { 'x-requests-remaining': '-60' })
    const error = await failing(client.scores('soccer_epl'))
    expect(error).toBeInstanceOf(ProviderError)
    expect([error.failure, error.status, error.code]).toEqual([failure, status, code])
    expect(error.credits?.remaining).toBe(-60)
    expect(attempts).toBe(1)
  })

  it('waits two seconds when it was too quick, or as long as it is told, and gives up eventually', async () => {
    respond = (response, attempt) =>
      attempt === 1
        ? json(429, { error_code: 'EXCEEDED_FREQ_LIMIT' })(response, 1)
        : attempt === 2
          ? json(429, {}, { 'retry-after': '5' })(response, 2)
          : json(200, [])(response, attempt)
    expect((await client.events('soccer_epl')).data).toEqual([])
    const within = (ms: number, from: number, to: number) => expect(ms >= from && ms <= to, `${ms}`).toBe(true)
    within(waits[0]!, 2_125, 2_250)
    within(waits[1]!, 5_250, 5_500)

    respond = json(429, { error_code: 'EXCEEDED_FREQ_LIMIT' })
    attempts = 0
    expect((await failing(client.events('soccer_epl'))).failure).toBe('rate-limited')
    expect(attempts).toBe(3)
  })

  it('tries again after a server error or a broken connection, later each time', async () => {
    respond = (response, attempt) =>
      attempt === 1
        ? json(503, { message: 'busy' })(response, 1)
        : attempt === 2
          ? response.destroy()
          : json(200, [])(response, 3)
    expect((await client.odds('soccer_epl')).data).toEqual([])
    expect([attempts, waits[0]! >= 125 && waits[0]! <= 250, waits[1]! >= 250 && waits[1]! <= 500]).toEqual([
      3,
      true,
      true,
    ])
  })

  it('does not try again after a timeout: the call may have been charged', async () => {
    respond = () => undefined
    expect((await failing(hasty.odds('soccer_epl'))).failure).toBe('timeout')
    expect([attempts, waits]).toEqual([1, []])
  })

  it('quotes the start of a reply that is not JSON', async () => {
    respond = (response) => response.writeHead(200).end(`<html>${'x'.repeat(500)}`)
    const error = await failing(client.events('soccer_epl'))
    expect([error.failure, error.message.includes('<html>xxx'), error.message.length < 250]).toEqual([
      'not-json',
      true,
      true,
    ])
    respond = (response) => response.writeHead(502).end('Bad Gateway')
    expect((await failing(client.events('soccer_epl'))).failure).toBe('server')
    respond = (response) => response.writeHead(429).end('Too Many Requests')
    expect((await failing(client.events('soccer_epl'))).failure).toBe('rate-limited')
    respond = json(401, { message: `no${'😀'.repeat(500)}`, error_code: 'x'.repeat(500) })
    const { message } = await failing(client.events('soccer_epl'))
    expect([message.isWellFormed(), message.length < 260]).toEqual([true, true])
    respond = json(200, { message: 'no list' })
    expect((await failing(client.events('soccer_epl'))).failure).toBe('malformed')
  })

  it('gives up on a slow or broken connection', async () => {
    respond = () => undefined
    const slow = await failing(hasty.odds('soccer_epl'))
    expect([slow.failure, slow.message]).toEqual(['timeout', expect.stringContaining('300 ms')])
    respond = (response) => response.destroy()
    expect((await failing(client.odds('soccer_epl'))).failure).toBe('network')
  })

  it.each<[string, Respond]>([
    ['no answer', () => undefined],
    ['a broken connection', (response) => response.destroy()],
    ['a refusal', json(401, { message: 'API key s3cret+/= is not valid', error_code: 's3cret+/=' })],
    ['a page that quotes the URL', (response) => response.end('<h1>/v4/sports?all=true&apiKey=s3cret%2B%2F%3D</h1>')],
    ['an error page', (response) => response.writeHead(502).end('GET /v4/sports?apiKey=s3cret%2B%2F%3D failed')],
    ['JSON that is no list', json(200, { url: '/v4/sports?apiKey=s3cret+/=' })],
    ['a proxy that spells it its own way', (response) => response.end('{"apiKey": "s3cret%2b/=", ')],
  ])('never tells the key: %s', async (_what, answer) => {
    const secret = createOddsClient({ baseUrl, apiKey: 's3cret+/=', timeoutMs: 100, pause: async () => undefined })
    respond = answer
    const error = await failing(secret.sports())
    await secret.close()
    // with its causes and everything else attached to it
    const shown = `${inspect(error, { depth: 20, showHidden: true })} ${JSON.stringify(error)} ${error.stack}`
    expect(shown).not.toMatch(/s3cret/)
  })

  it('leaves out events of a league that was not asked for', async () => {
    const other = { ...event, id: 'b'.repeat(32), sport_key: 'soccer_laliga' }
    respond = json(200, [other, { ...event, completed: false }])
    for (const kind of ['events', 'odds', 'scores'] as const) {
      expect((await client[kind]('soccer_epl')).data.map(({ id }) => id)).toEqual([event.id])
      expect((await client[kind]('soccer_nowhere')).data).toEqual([])
    }
    respond = json(200, { ...other, bookmakers: [] })
    expect((await failing(client.eventOdds('soccer_epl', other.id))).failure).toBe('malformed')
    expect((await failing(client.eventMarkets('soccer_epl', other.id))).failure).toBe('malformed')
    respond = json(200, [event, { ...event, sport_key: 'soccer_of_nobody' }])
    expect((await client.upcomingEvents()).data).toEqual([event])
    expect((await client.upcomingOdds()).data).toHaveLength(1)
  })

  it('asks for one game with any market, for the markets offered on it, and for upcoming games of all sports', async () => {
    const one = { ...event, bookmakers: [{ key: 'b', title: 'B', markets: [{ key: 'btts', outcomes: [] }] }] }
    respond = json(200, one)
    const query = { markets: ['btts', 'totals'], regions: ['us', 'eu'] }
    expect((await client.eventOdds('soccer_epl', 'x', query)).data).toEqual(one)
    await client.eventOdds('soccer_epl', 'x', { bookmakers: ['north', 'south'] })
    respond = json(200, { ...event, bookmakers: [{ key: 'b', title: 'B', markets: [{ key: 'btts' }] }] })
    expect((await client.eventMarkets('soccer_epl', 'x')).data.bookmakers[0]!.markets).toEqual([{ key: 'btts' }])
    respond = json(200, [event])
    expect((await client.upcomingOdds()).data).toEqual([{ ...event, bookmakers: [] }])
    expect((await client.upcomingEvents()).data).toEqual([event])
    const asked = urls.map((url) => new URL(url, 'http://provider'))
    expect(asked.map(({ pathname }) => pathname)).toEqual([
      '/v4/sports/soccer_epl/events/x/odds',
      '/v4/sports/soccer_epl/events/x/odds',
      '/v4/sports/soccer_epl/events/x/markets',
      '/v4/sports/upcoming/odds',
      '/v4/sports/upcoming/events',
    ])
    const parameters = asked.map(({ searchParams: all }) => [
      all.get('regions'),
      all.get('bookmakers'),
      all.get('markets'),
    ])
    expect(parameters.slice(0, 2)).toEqual([
      ['us,eu', null, 'btts,totals'],
      [null, 'north,south', 'h2h'],
    ])
    const priced = asked.filter(({ pathname }) => pathname.endsWith('/odds'))
    expect(priced.map(({ searchParams }) => searchParams.get('oddsFormat'))).toEqual(['decimal', 'decimal', 'decimal'])
  })

  it('accepts scores without times, games without bookmakers, and times with an offset', async () => {
    const { commence_time: _time, ...rest } = event
    respond = json(200, [{ ...rest, commence_time: '2026-11-20T13:00:00+01:00', completed: false }])
    expect((await client.scores('soccer_epl')).data).toMatchObject([{ scores: null, last_update: null }])
    respond = json(200, [{ key: 'soccer_epl', active: true, something: 'new' }])
    expect((await client.sports()).data).toMatchObject([{ key: 'soccer_epl', has_outrights: false, something: 'new' }])
  })
})

const RECORDED = recordedOdds('the-odds-api/errors/error-bodies.json')

describe.runIf(RECORDED !== null)('recorded refusals of the real provider', () => {
  const recorded = JSON.parse(RECORDED === null ? '[]' : readFileSync(RECORDED, 'utf8')) as {
    http_status: number | null
    body: { error_code: string }
  }[]
  const failures: Record<string, string> = {
    OUT_OF_USAGE_CREDITS: 'out-of-credits',
    INVALID_KEY: 'bad-key',
    UNKNOWN_SPORT: 'unknown-sport',
    EXCEEDED_FREQ_LIMIT: 'rate-limited',
  }

  it('are distinguished, whatever their status', async () => {
    expect(recorded.length).toBeGreaterThan(5)
    for (const { http_status, body } of recorded) {
      for (const status of [http_status ?? 404, 401, 422]) {
        respond = json(status, body)
        const error = await failing(client.odds('soccer_epl'))
        expect([error.code, error.failure]).toEqual([body.error_code, failures[body.error_code] ?? 'bad-request'])
      }
    }
  })
})
