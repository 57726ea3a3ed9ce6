import { describe, expect, it } from 'vitest'
import { aGame } from '#ui/testing/factories.ts'
import { type Market, outcomeName, sortedOutcomes, withSuspended } from './market-outcomes.ts'

const market = (key: string, outcomes: Market['outcomes']): Market => ({
  key,
  last_update: '2026-11-20T14:00:00.000Z',
  outcomes,
})
const names = (game: ReturnType<typeof aGame>, of: Market) =>
  sortedOutcomes(game, of).map(({ outcome }) => outcomeName(outcome))

describe('the outcomes of a market', () => {
  it('are ordered home, draw, away', () => {
    const game = aGame()
    expect(names(game, game.bookmakers[0]!.markets[0]!)).toEqual(['Arsenal', 'Draw', 'Chelsea'])
  })

  it('keep the place of a side without a price', () => {
    const game = aGame({ prices: { home: 1.2, draw: 6, away: 15 } })
    const h2h = game.bookmakers[0]!.markets[0]!
    h2h.outcomes = h2h.outcomes.filter((outcome) => outcome.name !== 'Arsenal')
    expect(sortedOutcomes(game, h2h).map(({ outcome, index }) => [outcome.name, outcome.price, index])).toEqual([
      ['Arsenal', null, -1],
      ['Draw', 6, 1],
      ['Chelsea', 15, 0],
    ])
  })

  it('are named with their line, from the lowest up', () => {
    const totals = market('alternate_totals', [
      { name: 'Under', price: 1.4, point: 3.5 },
      { name: 'Over', price: 2.7, point: 3.5 },
      { name: 'Under', price: 1.95, point: 2.5 },
      { name: 'Over', price: 1.85, point: 2.5 },
    ])
    expect(names(aGame(), totals)).toEqual(['Over 2.5', 'Under 2.5', 'Over 3.5', 'Under 3.5'])
    const spreads = market('spreads', [
      { name: 'Chelsea', price: 1.9, point: 1.5 },
      { name: 'Arsenal', price: 1.9, point: -1.5 },
    ])
    expect(names(aGame(), spreads)).toEqual(['Arsenal \u22121.5', 'Chelsea +1.5'])
  })
})

describe('the markets of a game', () => {
  const keys = (markets: ReturnType<typeof withSuspended>) =>
    markets.map(({ market: { key }, isSuspended }) => (isSuspended ? `${key} suspended` : key))

  it('keep the place of one that was taken down', () => {
    const game = aGame()
    const [h2h] = game.bookmakers[0]!.markets
    const totals = market('totals', [])
    const known = [h2h!, totals]
    const without = { ...game, bookmakers: [{ ...game.bookmakers[0]!, markets: [totals] }] }
    expect(keys(withSuspended(known, without))).toEqual(['h2h suspended', 'totals'])
    expect(keys(withSuspended(known, { bookmakers: [] }))).toEqual(['h2h suspended', 'totals suspended'])
    expect(keys(withSuspended([totals], game))).toEqual(['totals suspended', 'h2h'])
  })

  it('never show lay prices', () => {
    const game = aGame()
    game.bookmakers[0]!.markets.push(market('h2h_lay', []))
    expect(keys(withSuspended([], game))).toEqual(['h2h'])
  })
})
