import { expect, test } from 'vitest'
import type { Announcement } from '#projections/runner/announcement.ts'
import { changedFixtures, settledBets } from './changed-fixtures.ts'

const at = { position: '1', hash: 'hash', number: 1 }

test.each<[string, Announcement, readonly string[] | null]>([
  ['fixtures that are named', { ...at, types: ['FixtureMoved'], accounts: ['ada'], fixtures: ['cup'] }, ['cup']],
  ['none, where many bets were placed or settled', { ...at, types: ['BetPlaced', 'BetSettled'], all: true }, []],
  ['any, where a result is among them', { ...at, types: ['BetPlaced', 'ResultCorrected'], all: true }, null],
  ['any, where a market was decided or voided', { ...at, types: ['MarketDecided', 'FixtureVoided'], all: true }, null],
  ['any, where read models were built anew', { ...at, rebuilt: true, all: true }, null],
  ['any, where a projector has begun to lead', { ...at, began: true, all: true }, null],
])('%s', (_, announcement, fixtures) => expect(changedFixtures(announcement)).toEqual(fixtures))

test.each<[string, Announcement, boolean]>([
  ['where bets were settled', { ...at, types: ['BetPlaced', 'BetSettled'], all: true }, true],
  ['where some were settled again', { ...at, types: ['BetResettled'], accounts: ['ada'], fixtures: [] }, true],
  ['where it is not said of what', { ...at, rebuilt: true, all: true }, true],
  ['not where none were', { ...at, types: ['BetPlaced'], accounts: ['ada'], fixtures: [] }, false],
  [
    'not where others have them that the settler does not read',
    { ...at, types: ['BetSettled'], partial: true, folded: ['audit'], all: true },
    false,
  ],
])('looks for what was settled by what is in force no more %s', (_, announcement, looks) =>
  expect(settledBets(announcement)).toBe(looks),
)
