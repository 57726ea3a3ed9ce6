import { describe, expect, it } from 'vitest'
import { aGame, aLiveGame } from '#ui/testing/factories.ts'
import { clockText, gamePhase, matchStatus, scoreOf } from './game-status.ts'

const START = Date.parse('2026-11-20T14:00:00.000Z')
const minute = (minutes: number) => START + minutes * 60_000
const at = (minutes: number) => new Date(minute(minutes)).toISOString()
const started = (changes = {}) =>
  aGame({ commence_time: at(0), last_update: null, prices: null, scores: null, ...changes })

describe('the phase of a game', () => {
  it('is upcoming until the start, live from it', () => {
    expect(gamePhase(started(), minute(-1))).toBe('upcoming')
    expect(gamePhase(started(), minute(0))).toBe('live')
    expect(gamePhase(started(), minute(89))).toBe('live')
  })

  it('is assumed to have ended after 90 minutes, tennis after 240', () => {
    expect(gamePhase(started(), minute(90))).toBe('ended')
    expect(gamePhase(started({ sport: 'tennis' }), minute(239))).toBe('live')
    expect(gamePhase(started({ sport: 'tennis' }), minute(240))).toBe('ended')
  })

  it('stays live past the threshold while scores or prices are newer than it', () => {
    const scored = started({ last_update: at(93) })
    expect(gamePhase(scored, minute(97))).toBe('live')
    expect(gamePhase(started({ last_update: at(60) }), minute(97))).toBe('ended')
    const priced = aGame({ commence_time: at(0), last_update: at(10) })
    expect(gamePhase(withPriceOf(priced, at(95)), minute(97))).toBe('live')
    expect(gamePhase(withPriceOf(priced, at(80)), minute(97))).toBe('ended')
  })

  it('has ended four hours after the start, whatever updates arrive', () => {
    expect(gamePhase(started({ last_update: at(239) }), minute(240))).toBe('ended')
  })

  it('is finished as soon as the result is known', () => {
    expect(gamePhase(started({ completed: true }), minute(50))).toBe('finished')
  })
})

function withPriceOf(game: ReturnType<typeof aGame>, when: string) {
  return { ...game, bookmakers: game.bookmakers.map((book) => ({ ...book, last_update: when })) }
}

describe('the minute', () => {
  it("counts from 0' and never below it", () => {
    expect(clockText(started(), minute(-30))).toBe("0'")
    expect(clockText(started(), minute(0))).toBe("0'")
    expect(clockText(started(), minute(67.9))).toBe("67'")
  })

  it('is FT afterwards', () => {
    expect(clockText(started(), minute(91))).toBe('FT')
    expect(clockText(started({ completed: true }), minute(50))).toBe('FT')
    expect(clockText(started({ last_update: at(96) }), minute(97))).toBe("97'")
  })
})

describe('the status on the event page', () => {
  it('is Final once completed, whatever else is known', () => {
    expect(matchStatus(started({ completed: true, status: '2H' }), minute(120))).toBe('Final')
  })

  it.each([
    ['soccer', 2, '61:20', '2H 61:20'],
    ['baseball', 1, null, '1st'],
    ['baseball', 2, null, '2nd'],
    ['baseball', 3, null, '3rd'],
    ['baseball', 7, null, '7th'],
    ['baseball', 11, null, '11th'],
    ['basketball', 3, '05:21', 'Q3 05:21'],
    ['icehockey', 1, '12:00', 'P1 12:00'],
    ['tennis', 2, null, 'Set 2'],
    ['rugbyleague', 2, null, 'Period 2'],
  ])('of %s in period %i reads %s / %s', (sport, period, clock, expected) => {
    expect(matchStatus(started({ sport, status: 'in progress', period, clock }), minute(30))).toBe(expected)
  })

  it('is the raw status where neither period nor clock is known', () => {
    expect(matchStatus(started({ status: 'Half-time' }), minute(47))).toBe('Half-time')
  })

  it('is Live once an update arrived and the game has started or has a score', () => {
    const ofNoGoals = [
      { name: 'Arsenal', score: '0' },
      { name: 'Chelsea', score: '0' },
    ]
    expect(matchStatus(started({ last_update: at(5), scores: ofNoGoals }), minute(6))).toBe('Live')
    expect(matchStatus(started({ last_update: at(-5), scores: ofNoGoals }), minute(-4))).toBe('Not started')
    expect(matchStatus(started({ last_update: at(-5), scores: [{ name: 'Arsenal', score: '1' }] }), minute(-4))).toBe(
      'Live',
    )
    expect(matchStatus(started(), minute(-1))).toBe('Not started')
  })

  it('says of a game without news that it has begun, and then that its result is awaited', () => {
    expect(matchStatus(started(), minute(0))).toBe('No score yet')
    expect(matchStatus(started(), minute(89))).toBe('No score yet')
    expect(matchStatus(started(), minute(90))).toBe('Awaiting result')
    expect(matchStatus(started(), minute(300))).toBe('Awaiting result')
    expect(matchStatus(started({ sport: 'tennis' }), minute(239))).toBe('No score yet')
    // the last news is of long before its end
    expect(matchStatus(started({ last_update: at(60) }), minute(97))).toBe('Awaiting result')
    expect(matchStatus(started({ last_update: at(96) }), minute(97))).toBe('Live')
  })

  it('is Begun early if the provider gives it a score before its start', () => {
    expect(matchStatus(started({ begun_early: true }), minute(-20))).toBe('Begun early')
  })

  it('is Live where only prices in play arrive, as in sports without scores', () => {
    const unscored = aGame({ commence_time: at(0), last_update: null, scores: null })
    const priced = (minutes: number) => withPriceOf(unscored, at(minutes))
    expect(matchStatus(priced(2), minute(6))).toBe('Live')
    expect(matchStatus(priced(-2), minute(6))).toBe('No score yet')
  })
})

describe('the score', () => {
  it("is found by the team's name, not by its position", () => {
    const game = aLiveGame({
      scores: [
        { name: 'Torino', score: '3' },
        { name: 'Napoli', score: '1' },
      ],
    })
    expect(scoreOf(game, 'Napoli')).toBe('1')
    expect(scoreOf(game, 'Torino')).toBe('3')
    expect(scoreOf(started(), 'Arsenal')).toBeNull()
  })
})
