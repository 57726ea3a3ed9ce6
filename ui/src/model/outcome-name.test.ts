import { expect, it } from 'vitest'
import { outcomeName } from './outcome-name.ts'

it.each([
  ['Arsenal', null, 'Arsenal'],
  ['Over', 2.5, 'Over 2.5'],
  ['Arsenal Under', 1.5, 'Arsenal Under 1.5'],
  ['Arsenal', 1.5, 'Arsenal +1.5'],
  ['Arsenal', -1.5, 'Arsenal −1.5'],
  ['Arsenal', 0, 'Arsenal 0'],
])('%s with the line %s is called %s', (name, point, text) => expect(outcomeName({ name, point })).toBe(text))
