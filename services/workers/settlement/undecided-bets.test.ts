import { expect, test } from 'vitest'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { createUndecidedBets } from './undecided-bets.ts'

const outcome = (fixture: string, version: number): FixtureOutcome => ({
  ...{ kind: 'abandoned', why: 'cancelled', fixture, version, closedAt: '2026-11-20T20:00:00.000Z' },
})
const bet = (name: string) => ({ bet: name, account: 'ada', fixtures: ['cup', 'derby'] })

test('a bet is recognised by the outcomes that left it open, in whatever order, and by no others', () => {
  const undecided = createUndecidedBets()
  undecided.add(bet('one'), [outcome('cup', 2), outcome('derby', 3)])
  const isKnown = (...by: FixtureOutcome[]) => undecided.has(bet('one'), by)
  expect(isKnown(outcome('derby', 3), outcome('cup', 2))).toBe(true)
  expect(undecided.has({ ...bet('one'), fixtures: ['derby', 'cup'] }, [outcome('cup', 2), outcome('derby', 3)])).toBe(
    true,
  )
  expect(isKnown(outcome('derby', 2), outcome('cup', 3))).toBe(false)
  expect(isKnown(outcome('cup', 2))).toBe(false)
  expect(isKnown()).toBe(false)
  expect(undecided.has(bet('other'), [outcome('cup', 2), outcome('derby', 3)])).toBe(false)
})

test('only a limited number is kept: the oldest are evicted', () => {
  const undecided = createUndecidedBets(2)
  for (const name of ['one', 'two', 'one', 'three']) undecided.add(bet(name), [outcome('cup', 2)])
  expect(['one', 'two', 'three'].map((name) => undecided.has(bet(name), [outcome('cup', 2)]))).toEqual([
    true,
    false,
    true,
  ])
})
