import { expect, test } from 'vitest'
import type { Announcement } from '#projections/runner/announcement.ts'
import { changedFixtures } from './changed-fixtures.ts'

const at = { position: '1', hash: 'hash', number: 1 }

test.each<[string, Announcement, readonly string[] | null]>([
  ['fixtures that are named', { ...at, types: ['FixtureMoved'], accounts: ['ada'], fixtures: ['cup'] }, ['cup']],
  ['none, where many bets were placed or settled', { ...at, types: ['BetPlaced', 'BetSettled'], all: true }, []],
  ['any, where a result is among them', { ...at, types: ['BetPlaced', 'ResultCorrected'], all: true }, null],
  ['any, where a market was decided or voided', { ...at, types: ['MarketDecided', 'FixtureVoided'], all: true }, null],
  ['any, where read models were built anew', { ...at, rebuilt: true, all: true }, null],
  ['any, where a projector has begun to lead', { ...at, began: true, all: true }, null],
])('%s', (_, announcement, fixtures) => expect(changedFixtures(announcement)).toEqual(fixtures))
