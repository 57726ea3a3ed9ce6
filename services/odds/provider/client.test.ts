import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOddsClient, type OddsClient } from './client.ts'
import { ProviderError } from './provider-errors.ts'

type Respond = (response: ServerResponse, attempt: number) => void

let server: Server
let respond: Respond
let attempts: number
let urls: string[]
let waits: number[]
let client: OddsClient

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
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const pause = async (ms: number) => void waits.push(ms)
  client = createOddsClient({ baseUrl, apiKey: 's3cret', timeoutMs: 300, pause, regions: ['eu', 'uk'] })
})
beforeEach(() => {
  attempts = 0
  urls = []
  waits = []
})
afterAll(async () => {
  await client.close()
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
  it('asks in decimal and reads the credits', async () => {
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

  it('leaves out an event that makes no sense and keeps the others', async () => {
    respond = json(200, [{ ...event, home_team: null }, event, 'nonsense'])
    const { data, rejected } = await client.events('soccer_epl')
    expect([data.length, rejected]).toEqual([1, 2])
  })

  it.each([
    [401, 'INVALID_KEY', 'key'],
    [401, 'DEACTIVATED_KEY', 'key'],
    [401, 'OUT_OF_USAGE_CREDITS', 'credits'],
    [401, 'HISTORICAL_UNAVAILABLE_ON_FREE_USAGE_PLAN', 'parameter'],
    [404, 'UNKNOWN_SPORT', 'not-found'],
    [404, 'EVENT_NOT_FOUND', 'not-found'],
    [422, 'INVALID_MARKET', 'parameter'],
    [500, null, 'unavailable'],
    [401, null, 'key'],
  ])('classes %i %s as %s', async (status, code, failure) => {
    respond = json(status, { message: 'No', ...(code && { error_code: code }) })
    const error = await failing(client.scores('soccer_epl'))
    expect(error).toBeInstanceOf(ProviderError)
    expect([error.failure, error.status, error.code]).toEqual([failure, status, code])
    expect(attempts).toBe(1)
  })

  it('waits two seconds when it was too quick, or as long as it is told, and gives up at last', async () => {
    respond = (response, attempt) =>
      attempt === 1
        ? json(429, { error_code: 'EXCEEDED_FREQ_LIMIT' })(response, 1)
        : attempt === 2
          ? json(429, {}, { 'retry-after': '5' })(response, 2)
          : json(200, [])(response, attempt)
    expect((await client.events('soccer_epl')).data).toEqual([])
    expect(waits).toEqual([2_000, 5_000])

    respond = json(429, { error_code: 'EXCEEDED_FREQ_LIMIT' })
    attempts = 0
    expect((await failing(client.events('soccer_epl'))).failure).toBe('rate')
    expect(attempts).toBe(3)
  })

  it('quotes the start of an answer that is not JSON', async () => {
    respond = (response) => response.writeHead(200).end(`<html>${'x'.repeat(500)}`)
    const error = await failing(client.events('soccer_epl'))
    expect([error.failure, error.message.includes('<html>xxx'), error.message.length < 250]).toEqual([
      'malformed',
      true,
      true,
    ])
    respond = (response) => response.writeHead(502).end('Bad Gateway')
    expect((await failing(client.events('soccer_epl'))).failure).toBe('unavailable')
    respond = json(401, { message: `no${'😀'.repeat(500)}`, error_code: 'x'.repeat(500) })
    const { message } = await failing(client.events('soccer_epl'))
    expect([message.isWellFormed(), message.length < 260]).toEqual([true, true])
    respond = json(200, { message: 'no list' })
    expect((await failing(client.events('soccer_epl'))).failure).toBe('malformed')
  })

  it('gives up on a slow or broken connection, and never tells the key', async () => {
    respond = () => undefined
    const slow = await failing(client.odds('soccer_epl'))
    expect([slow.failure, slow.message]).toEqual(['unavailable', expect.stringContaining('300 ms')])
    respond = (response) => response.destroy()
    const broken = await failing(client.odds('soccer_epl'))
    expect(broken.failure).toBe('unavailable')
    respond = json(401, { message: 'API key is not valid', error_code: 'INVALID_KEY' })
    const refused = await failing(client.odds('soccer_epl'))
    for (const error of [slow, broken, refused])
      expect(JSON.stringify([error, error.message, error.stack])).not.toContain('s3cret')
  })
})
