import { expect, it } from 'vitest'
import { outcomeName, printedName } from './outcome-name.ts'

it.each([
  ['Arsenal', null, 'Arsenal'],
  ['Over', 2.5, 'Over 2.5'],
  ['Arsenal Under', 1.5, 'Arsenal Under 1.5'],
  ['Arsenal', 1.5, 'Arsenal +1.5'],
  ['Arsenal', -1.5, 'Arsenal −1.5'],
  ['Arsenal', 0, 'Arsenal 0'],
])('%s with the line %s is called %s', (name, point, text) => expect(outcomeName({ name, point })).toBe(text))

it.each([
  ['Arsenal -1.5', 'Arsenal −1.5'],
  ['Arsenal −1.5', 'Arsenal −1.5'],
  ['Arsenal +1.5', 'Arsenal +1.5'],
  ['Over 2.5', 'Over 2.5'],
  ['3-Leg Parlay', '3-Leg Parlay'],
  ['Saint-Denis -1', 'Saint-Denis −1'],
  ['Selection "Arsenal -1.5" is no longer available.', 'Selection "Arsenal −1.5" is no longer available.'],
])('%s of the ledger is printed as %s', (written, text) => expect(printedName(written)).toBe(text))
