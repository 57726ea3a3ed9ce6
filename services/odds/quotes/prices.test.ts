import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { OddsEvent } from '../provider/wire.ts'
import { stagedGame } from '../testing/provider.ts'
import { recordedOdds } from '../testing/recorded.ts'
import { messageOf } from './message.ts'
import { chooseBookmaker, pricesOf as marketsOf } from './prices.ts'

const pricesOf = (event: OddsEvent, bookmaker: string) => marketsOf(event, bookmaker).prices
const NOON = new Date('2026-11-20T12:00:00Z')
const game = (books: Record<string, [number, number, number]>) =>
  stagedGame({ id: 'a1', startsAt: NOON, quotedAt: NOON, books })

describe('prices of an event', () => {
  it('are found by name and rounded half up to two decimals', () => {
    const prices = pricesOf(game({ north: [1.955, 3.4, 4.005] }), 'north')
    expect(Object.fromEntries(prices.map(({ selection, odds }) => [selection, odds]))).toEqual({
      home: '1.96',
      draw: '3.40',
      away: '4.01',
    })
    expect(prices[0]).toMatchObject({ market: 'h2h', point: '', quotedAt: NOON })
  })

  it('are absent without the bookmaker, without a side, or with an unknown name', () => {
    const event = game({ north: [1.9, 3, 2.1] })
    expect(pricesOf(event, 'south')).toEqual([])
    const [book] = event.bookmakers
    const [market] = book!.markets
    const withOutcomes = (outcomes: typeof market extends undefined ? never : { name: string; price: number }[]) => ({
      ...event,
      bookmakers: [{ ...book!, markets: [{ ...market!, outcomes }] }],
    })
    expect(pricesOf(withOutcomes(market!.outcomes.slice(0, 1)), 'north')).toEqual([])
    expect(pricesOf(withOutcomes([...market!.outcomes, { name: 'Nobody', price: 2 }]), 'north')).toEqual([])
    expect(pricesOf(withOutcomes([...market!.outcomes, { name: 'Draw', price: 2 }]), 'north')).toEqual([])
    expect(pricesOf(withOutcomes([...market!.outcomes.slice(0, 2), { name: 'Draw', price: -110 }]), 'north')).toEqual(
      [],
    )
    const twoWay = withOutcomes(market!.outcomes.slice(0, 2))
    expect(pricesOf(twoWay, 'north')).toEqual([])
    expect(pricesOf({ ...twoWay, sport_key: 'icehockey_nhl' }, 'north')).toHaveLength(2)
    expect(pricesOf({ ...event, sport_key: 'icehockey_nhl' }, 'north')).toHaveLength(3)
    expect(pricesOf({ ...event, sport_key: 'basketball_nba' }, 'north')).toEqual([])
    expect(pricesOf({ ...event, sport_key: 'boxing_boxing' }, 'north')).toHaveLength(3)
  })

  it('are never lay prices', () => {
    const event = game({ north: [2, 3, 4] })
    const [book] = event.bookmakers
    const lay = { ...event, bookmakers: [{ ...book!, markets: [{ ...book!.markets[0]!, key: 'h2h_lay' }] }] }
    expect(pricesOf(lay, 'north')).toEqual([])
    expect(chooseBookmaker(lay)).toBeNull()
  })

  it('take the bookmaker with the smallest margin, whatever the order', () => {
    const books = { harbour: [1.9, 3.3, 4], north: [1.95, 3.4, 4.1], open: [1.85, 3.2, 3.9] } as const
    const forwards = game({ harbour: [...books.harbour], north: [...books.north], open: [...books.open] })
    const backwards = { ...forwards, bookmakers: forwards.bookmakers.toReversed() }
    expect(chooseBookmaker(forwards)).toEqual({ key: 'north', title: 'NORTH' })
    expect(chooseBookmaker(backwards)).toEqual({ key: 'north', title: 'NORTH' })
  })
})

describe('a message', () => {
  it('is the canonical JSON of the whole object, with its hash', () => {
    const one = messageOf({ b: 1.5, a: [{ z: null, y: 'é' }] })
    expect(one.body).toBe('{"a":[{"y":"é","z":null}],"b":1.5}')
    expect(one).toEqual(messageOf({ a: [{ y: 'é', z: null }], b: 1.5 }))
    expect(one.hash).toMatch(/^[0-9a-f]{64}$/)
  })
})

const RECORDED = recordedOdds('the-odds-api/responses')

describe.runIf(RECORDED !== null)('recorded answers of the real provider', () => {
  const files = RECORDED !== null ? readdirSync(RECORDED).filter((name) => /\.json(\.gz)?$/.test(name)) : []
  const bodies = files.map((name) => {
    const bytes = readFileSync(join(RECORDED!, name))
    return { name, body: JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()) as unknown }
  })
  const withOdds = bodies.filter(({ body }) => Array.isArray(body) && body.some((event) => 'bookmakers' in event))

  it('are understood, every event of them', () => {
    expect(withOdds.length).toBeGreaterThan(10)
    for (const { name, body } of withOdds) {
      for (const event of (body as unknown[]).filter((each) => (each as { home_team?: unknown }).home_team !== null)) {
        expect([name, OddsEvent.safeParse(event).error?.message]).toEqual([name, undefined])
      }
    }
  })

  it('give two or three selections for every decimal head-to-head market', () => {
    let markets = 0
    for (const { name, body } of withOdds.filter(({ name: file }) => file.includes('decimal'))) {
      for (const event of (body as unknown[]).map((each) => OddsEvent.parse(each))) {
        for (const { key, markets: offered } of event.bookmakers) {
          if (!offered.some((market) => market.key === 'h2h')) continue
          const prices = pricesOf(event, key)
          expect([name, prices.length >= 2 && prices.length <= 3]).toEqual([name, true])
          markets += 1
        }
      }
    }
    expect(markets).toBeGreaterThan(20)
  })
})
