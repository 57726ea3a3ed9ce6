import { expect, it } from 'vitest'
import { emptySlip } from './reducer.ts'
import { pick } from './selection.fixture.ts'
import { parseSlip } from './storage.ts'

const slip = { ...emptySlip, selections: [pick('e1', 'Arsenal')], ownStakes: { a: '5' } }
const [selection] = slip.selections
const damaged = [
  ...Object.keys(slip).map((key) => ({ ...slip, [key]: undefined })),
  ...Object.keys(selection!).map((key) => ({ ...slip, selections: [{ ...selection, [key]: { not: 'it' } }] })),
  { ...slip, selections: [{ ...selection, odds: '0.50' }] },
  { ...slip, selections: {} },
  { ...slip, ownStakes: { a: 5 } },
  { ...slip, ownStakes: [] },
  { ...slip, policy: 'whatever' },
]

it('a stored slip is read back', () => expect(parseSlip(JSON.stringify(slip))).toEqual(slip))

it.each(damaged.map((stored) => [JSON.stringify(stored)]))('%s is not used', (text) =>
  expect(parseSlip(text)).toEqual(emptySlip),
)
