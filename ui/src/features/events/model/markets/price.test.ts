import { describe, expect, it } from 'vitest'
import { aGame, aLiveGame } from '#ui/testing/factories.ts'
import { furtherMarkets, hasDraw, outcomeIndex } from './match-result.ts'
import { sideName, sidePrice } from './price.ts'

const UPCOMING = { hasStarted: false, isFresh: true }
const STARTED = { hasStarted: true, isFresh: true }

describe('the draw', () => {
  it('is offered exactly when the market has it', () => {
    expect(hasDraw(aGame({ sport: 'basketball' }))).toBe(true)
    expect(hasDraw(aGame({ sport: 'soccer', prices: { home: 1.5, away: 2.5 } }))).toBe(false)
  })

  it.each(['basketball', 'baseball', 'americanfootball', 'cricket', 'boxing', 'mma', 'tennis'])(
    'is not expected of %s while no market is known',
    (sport) => {
      expect(hasDraw(aGame({ sport, prices: null }))).toBe(false)
    },
  )

  it.each(['soccer', 'icehockey', 'rugbyleague', 'aussierules'])('is expected of %s', (sport) => {
    expect(hasDraw(aGame({ sport, prices: null }))).toBe(true)
  })
})

describe('the price of a side', () => {
  it('is offered with two decimals, whatever the order of the outcomes', () => {
    const game = aGame({ prices: { home: 2.1, draw: 3.4, away: 3.5 } })
    expect(outcomeIndex(game, 'away')).toBe(1)
    expect(outcomeIndex(game, 'draw')).toBe(2)
    expect(sidePrice(game, 'away', UPCOMING)).toEqual({ odds: '3.50', state: 'offered', index: 1 })
  })

  it('is indicative without a market', () => {
    const game = aGame({ prices: null })
    expect(sidePrice(game, 'home', UPCOMING)).toMatchObject({ odds: '2.00', state: 'indicative' })
    expect(sidePrice(game, 'draw', UPCOMING)).toMatchObject({ odds: '3.00', state: 'indicative' })
    expect(sidePrice(game, 'away', UPCOMING)).toMatchObject({ odds: '2.50', state: 'indicative' })
  })

  it('is suspended in play without a market, with the reason', () => {
    expect(sidePrice(aLiveGame({ prices: null }), 'home', STARTED)).toMatchObject({
      odds: null,
      state: 'locked',
      reason: 'Betting is suspended',
    })
  })

  it('is missing if only this outcome has no price', () => {
    expect(sidePrice(aGame({ prices: { home: 1.5, away: 2.5 } }), 'draw', UPCOMING)).toMatchObject({ state: 'missing' })
  })

  it.each([
    ['in-doubt', 'Betting is suspended: the prices that came in look wrong'],
    ['taken-down', 'Betting is suspended: the bookmaker takes no bets on it now'],
  ] as const)('is suspended, and not indicative, if its market is %s', (why, reason) => {
    const game = aGame({ prices: null, suspended_markets: [{ market: 'h2h', why }] })
    expect(sidePrice(game, 'home', UPCOMING)).toMatchObject({ odds: null, state: 'locked', reason })
    const ofAnother = aGame({ prices: null, suspended_markets: [{ market: 'totals', why }] })
    expect(sidePrice(ofAnother, 'home', UPCOMING)).toMatchObject({ state: 'indicative' })
  })

  it('is suspended where the event seems to have begun before its start, with the reason', () => {
    const game = aGame({ bettable: false, begun_early: true })
    expect(sidePrice(game, 'home', UPCOMING)).toMatchObject({
      state: 'locked',
      reason: 'Betting is suspended: the event seems to have begun early',
    })
  })

  it('is closed after the game, with the reason', () => {
    const game = aLiveGame({ completed: true, bettable: false })
    expect(sidePrice(game, 'home', STARTED)).toMatchObject({
      state: 'locked',
      reason: 'Game is finished - betting closed',
    })
  })

  it('is closed when the server says so', () => {
    expect(sidePrice(aGame({ bettable: false }), 'home', UPCOMING)).toMatchObject({ state: 'locked' })
  })

  it('is indicative while it comes from an earlier visit', () => {
    expect(sidePrice(aGame(), 'home', { hasStarted: false, isFresh: false })).toMatchObject({
      odds: '2.10',
      state: 'indicative',
    })
  })

  it('is muted while it is stale', () => {
    expect(sidePrice(aGame({ stale: true }), 'home', UPCOMING)).toEqual({
      odds: '2.10',
      state: 'indicative',
      reason: 'This price is out of date',
      index: 0,
    })
    expect(sidePrice(aGame({ stale: true, bettable: false }), 'home', UPCOMING)).toMatchObject({ state: 'locked' })
  })

  it('has its game in its name, for screen readers that list the buttons alone', () => {
    expect(sideName(aGame(), 'home')).toBe('Arsenal to win against Chelsea')
    expect(sideName(aGame(), 'away')).toBe('Chelsea to win against Arsenal')
    expect(sideName(aGame(), 'draw')).toBe('Draw in Arsenal vs Chelsea')
  })
})

describe('further markets', () => {
  it('are those besides the match result', () => {
    const game = aGame()
    const [book] = game.bookmakers
    if (book) book.markets.push({ key: 'totals', last_update: game.commence_time, outcomes: [] })
    expect(furtherMarkets(game)).toBe(1)
    expect(furtherMarkets(aGame({ prices: null }))).toBe(0)
  })
})
