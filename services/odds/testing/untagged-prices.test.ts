import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { OddsEvent } from '../provider/wire.ts'
import { recordedOdds } from './recorded.ts'
import { inDecimal } from './untagged-prices.ts'

const priced = (...prices: number[]): OddsEvent =>
  OddsEvent.parse({
    id: 'a'.repeat(32),
    sport_key: 'soccer_epl',
    sport_title: 'EPL',
    commence_time: '2026-11-20T12:00:00Z',
    home_team: 'Rovers',
    away_team: 'Wanderers',
    bookmakers: [
      {
        key: 'north',
        title: 'NORTH',
        markets: [{ key: 'h2h', outcomes: prices.map((price, index) => ({ name: `${index}`, price })) }],
      },
    ],
  })
const pricesOf = (events: readonly OddsEvent[] | null) =>
  events?.flatMap(({ bookmakers }) => bookmakers[0]!.markets[0]!.outcomes.map(({ price }) => price)) ?? null

describe('a reply that does not say its format', () => {
  it.each([
    ['American, half up', [-110, 150, -105, 100], [1.91, 2.5, 1.95, 2]],
    ['decimal with a long shot', [1.01, 151], [1.01, 151]],
    ['long shots alone', [151, 201], null],
    ['American with a price that is none', [-110, 50], null],
  ])('%s', (_what, prices, converted) => {
    expect(pricesOf(inDecimal([priced(...prices)]))).toEqual(converted)
  })

  it('is judged as a whole', () => {
    expect(pricesOf(inDecimal([priced(151, 201), priced(-200, 170)]))).toEqual([2.51, 3.01, 1.5, 2.7])
  })
})

const RECORDED = recordedOdds('the-odds-api/responses')

describe.runIf(RECORDED !== null)('recorded answers of the real provider', () => {
  const files = RECORDED === null ? [] : readdirSync(RECORDED).filter((name) => /\.json(\.gz)?$/.test(name))
  it('become decimal odds above one, whatever format they are in', () => {
    let answers = 0
    for (const name of files) {
      const bytes = readFileSync(join(RECORDED!, name))
      const body = JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()) as unknown
      if (!Array.isArray(body)) continue
      const events = body.map((each) => OddsEvent.safeParse(each)).filter((each) => each.success)
      if (!events.some(({ data }) => data.bookmakers.length > 0)) continue
      const converted = inDecimal(events.map(({ data }) => data))
      expect([name, converted === null]).toEqual([name, false])
      const all = converted!.flatMap(({ bookmakers }) =>
        bookmakers.flatMap(({ markets }) => markets.flatMap(({ outcomes }) => outcomes.map(({ price }) => price))),
      )
      expect([name, all.every((price) => price >= 1)]).toEqual([name, true])
      if (name.includes('decimal')) expect(converted).toEqual(events.map(({ data }) => data))
      answers += 1
    }
    expect(answers).toBeGreaterThan(20)
  })
})
