import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MARKET_KINDS, selectionsOf } from '#domain/settlement/markets.ts'
import type { OddsEvent } from '#services/odds/provider/wire.ts'
import { pricesOf } from '#services/odds/quotes/prices.ts'
import { oddsMessage } from '#services/odds/testing/told-messages.ts'
import { parsed } from './message-body.ts'
import { pricesTold, shownPrice } from './price-messages.ts'

const teams = { home: 'Atlético Madrid', away: 'Oviedo' }
const AT = '2026-01-10T12:00:00.000Z'

type Outcome = { name: string; price: unknown; point?: number; description?: string }
const message = (key: string, outcomes: readonly Outcome[], changes: object = {}) => ({
  home_team: teams.home,
  away_team: teams.away,
  bookmakers: [{ key: 'northbook', last_update: AT, markets: [{ key, outcomes }] }],
  ...changes,
})
const told = (says: object, market: string, selection: string, point?: string) =>
  pricesTold({ ...says }, { bookmaker: 'northbook', market, selection, ...(point !== undefined && { point }) }, teams)

test.each([
  ['a side by its name', 'h2h', 'home', undefined, { name: 'Atlético Madrid' }],
  ['a side in another spelling', 'h2h', 'home', undefined, { name: ' atle\u0301tico  MADRID' }],
  ['a draw', 'h2h_3_way', 'draw', undefined, { name: 'Draw' }],
  ['a handicap', 'alternate_spreads', 'away', '-0.5', { name: 'Oviedo', point: -0.5 }],
  ['no handicap', 'spreads', 'away', '0', { name: 'Oviedo', point: -0 }],
  ['a total', 'totals', 'over', '2.5', { name: 'Over', point: 2.5 }],
  ['the total of a team', 'team_totals', 'away-under', '1', { name: 'Under', description: 'Oviedo', point: 1 }],
  ['two of three', 'double_chance', 'home-draw', undefined, { name: 'Draw or Atlético Madrid' }],
  ['both sides', 'double_chance', 'home-away', undefined, { name: 'Atlético Madrid/Oviedo' }],
  ['yes', 'btts', 'yes', undefined, { name: 'Yes' }],
] as const)('a message tells the price of %s, and of nothing else', (_, market, selection, point, outcome) => {
  const says = message(market, [{ ...outcome, price: 2.1 }])
  expect(told(says, market, selection, point)).toEqual([`2.10 at ${AT}`])
  const others = MARKET_KINDS.flatMap(selectionsOf).filter((one) => one !== selection)
  for (const other of new Set(others)) expect([other, told(says, market, other, point)]).toEqual([other, []])
  expect(told(says, 'draw_no_bet', selection, point)).toEqual([])
  if (point !== undefined) expect(told(says, market, selection, '7.5')).toEqual([])
  expect(pricesTold(says, { bookmaker: 'southbook', market, selection, ...(point && { point }) }, teams)).toEqual([])
})

test('by the other side, where the provider spelled one anew and lists the game the other way round', () => {
  const outcomes = [
    { name: 'Oviedo', price: 3 },
    { name: 'Atleti', price: 1.5 },
  ]
  const says = message('h2h', outcomes, { home_team: 'Oviedo', away_team: 'Atleti' })
  expect([told(says, 'h2h', 'home'), told(says, 'h2h', 'away')]).toEqual([[`1.50 at ${AT}`], [`3.00 at ${AT}`]])
})

test.each([
  ['1.005', 1.005, '1.01'],
  ['a whole number', 12, '12.00'],
  ['many digits', 1.9049999999, '1.90'],
  ['text', '2.10', 'no odds'],
  ['nothing', undefined, 'no odds'],
])('odds are read by their digits: %s', (_, price, odds) => {
  expect(told(message('h2h', [{ name: 'Oviedo', price }]), 'h2h', 'away')).toEqual([`${odds} at ${AT}`])
})

test.each([
  ['is no JSON', 'derby'],
  ['is null', 'null'],
  ['has no list of bookmakers', '{"bookmakers":{"key":"northbook"}}'],
  ['has empty entries', '{"bookmakers":[null,{"key":"northbook","markets":[null,{"key":"h2h","outcomes":[null]}]}]}'],
])('what %s tells no price', (_, body) => expect(told(parsed(body), 'h2h', 'home')).toEqual([]))

test('reads every price that the feed reads of a message, as the feed does', () => {
  const line = fc.integer({ min: -8, max: 8 }).map((quarters) => quarters / 4)
  const odds = fc.integer({ min: 150, max: 400 }).map((hundredths) => (hundredths / 100).toFixed(2))
  fc.assert(
    fc.property(
      fc.constantFrom(...MARKET_KINDS),
      line,
      fc.array(odds, { minLength: 4, maxLength: 4 }),
      (kind, at, all) => {
        const hasLine = kind === 'spreads' || kind === 'totals' || kind === 'team_totals'
        const quotes = selectionsOf(kind).map((selection, index) => ({
          ...{ fixture: 'f', fixtureVersion: 0, league: 'soccer_epl', startsAt: AT, market: kind, selection },
          ...{ selectionName: selection, odds: all[index]!, bookmaker: 'northbook', quotedAt: AT, fetchedAt: AT },
          ...(hasLine && { point: String(kind === 'spreads' && selection === 'away' ? 0 - at : at) }),
        }))
        const says = parsed(oddsMessage(quotes, { providerId: 'p', ...teams }, ['southbook']).body)
        const { prices } = pricesOf(says as unknown as OddsEvent, 'northbook')
        for (const { market, selection, point, odds, quotedAt } of prices) {
          const prices = pricesTold(says, { bookmaker: 'northbook', market, selection, ...(point && { point }) }, teams)
          expect(prices).toEqual([shownPrice({ odds, quotedAt: quotedAt.toISOString() })])
        }
        // every selection is found by its own name, whether the feed would offer it or not
        for (const quote of quotes) expect(pricesTold(says, quote, teams)).toEqual([shownPrice(quote)])
      },
    ),
  )
})
