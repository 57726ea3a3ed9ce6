// How the legs of a bet are shown, depending on the events that ended it and the results of their games.
import { expect, it } from 'vitest'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { at, id, quoteOf } from '#domain/testing/samples.ts'
import type { BetRow } from '#projections/bets/queries.ts'
import { betOf, fixturesAwaited } from './shown-bet.ts'

const GAMES = ['first', 'second', 'third'].map(id)
/** A parlay on three home wins. */
const parlay = (changes: Partial<BetRow> = {}): BetRow => ({
  bet: id('bet'),
  account: id('bettor'),
  status: 'pending',
  stakeCents: 5_00,
  odds: '9.26',
  struckReturnCents: 46_30,
  returnCents: null,
  placedAt: new Date(at(0)),
  settledAt: null,
  resettled: false,
  legs: GAMES.map((fixture) => quoteOf({ fixture })),
  graded: null,
  ...changes,
})
const LOST_BY_THE_SECOND = parlay({
  status: 'lost',
  returnCents: 0,
  graded: [{ leg: 1, fixture: GAMES[1]!, result: 1, grade: 'lost', factor: '0.00' }],
})
const won = (fixture: string, home: number, away: number): FixtureOutcome => ({
  kind: 'result',
  fixture,
  version: 1,
  closedAt: at(9_000),
  score: { home, away },
  regulation: { home, away },
})
const legsOf = (row: BetRow, ...outcomes: FixtureOutcome[]) =>
  betOf(row, {
    titleOf: () => 'Home vs Away',
    outcomeOf: (fixture) => outcomes.find((one) => one.fixture === fixture) ?? null,
  }).legs?.map(({ status, result }) => (result === null ? status : `${status} ${result.home}-${result.away}`))

it('a leg of a lost parlay shows its own result, or that it was not needed', () => {
  expect(legsOf(LOST_BY_THE_SECOND, won(GAMES[1]!, 0, 1))).toEqual(['not-needed', 'lost 0-1', 'not-needed'])
  expect(legsOf(LOST_BY_THE_SECOND, won(GAMES[0]!, 2, 0), won(GAMES[1]!, 0, 1), won(GAMES[2]!, 0, 3))).toEqual([
    'won 2-0',
    'lost 0-1',
    'lost 0-3',
  ])
  expect(fixturesAwaited(LOST_BY_THE_SECOND)).toEqual([GAMES[0], GAMES[2]])
})

it('the legs of an open parlay are graded as their games end', () => {
  expect(legsOf(parlay())).toEqual(['pending', 'pending', 'pending'])
  expect(legsOf(parlay(), won(GAMES[0]!, 1, 0))).toEqual(['won 1-0', 'pending', 'pending'])
})

it('an open parlay can still return what its decided legs leave of it', () => {
  const shown = (row: BetRow, ...outcomes: FixtureOutcome[]) => {
    const outcomeOf = (fixture: string) => outcomes.find((one) => one.fixture === fixture) ?? null
    const { potential_win, struck_potential_win, could_return } = betOf(row, { titleOf: () => '', outcomeOf })
    return [potential_win, struck_potential_win, could_return]
  }
  const voided = (fixture: string): FixtureOutcome => ({
    kind: 'running',
    fixture,
    version: 1,
    voided: [{ version: 1 }],
  })
  // 5 x 2.10 x 2.10 x 2.10
  expect(shown(parlay())).toEqual([46.3, 46.3, 46.3])
  expect(shown(parlay(), won(GAMES[0]!, 1, 0))).toEqual([46.3, 46.3, 46.3])
  expect(shown(parlay(), voided(GAMES[1]!))).toEqual([46.3, 46.3, 22.05])
  expect(shown(parlay(), voided(GAMES[1]!), voided(GAMES[2]!))).toEqual([46.3, 46.3, 10.5])
  expect(shown(parlay(), voided(GAMES[1]!), won(GAMES[0]!, 0, 1))).toEqual([46.3, 46.3, 0])
  expect(shown(LOST_BY_THE_SECOND, voided(GAMES[0]!))).toEqual([0, 46.3, null])
})

it('a settlement is shown as it was made, whatever a later result says about a leg that counted', () => {
  expect(legsOf(LOST_BY_THE_SECOND, won(GAMES[1]!, 4, 1))?.[1]).toBe('lost 4-1')
})

it('a bet that was voided by hand has no leg that still waits', () => {
  const voided = parlay({ status: 'refunded', returnCents: 5_00 })
  expect(legsOf(voided)).toEqual(['void', 'void', 'void'])
  expect(fixturesAwaited(voided)).toEqual([])
})
