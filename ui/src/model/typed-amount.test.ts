import { describe, expect, it } from 'vitest'
import { parseCents } from './typed-amount.ts'

describe('an amount as typed', () => {
  it.each([
    ['20', 2_000],
    ['20.5', 2_050],
    ['0,10', 10],
    ['.5', 50],
    ['', null],
    ['1.234', null],
    ['-5', null],
    ['1e3', null],
    ['abc', null],
    ['1.2.3', null],
    [' 2 ', 200],
    // pasted, from our own screens or elsewhere
    ['€1,204.10', 120_410],
    ['1.204,10 €', 120_410],
    ['1\u202f204,10\u00a0€', 120_410],
    ['1 204', 120_400],
    ['1,000,000.5', 100_000_050],
    // ambiguous
    ['1,204', null],
    ['12,04.10', null],
    ['1 2', null],
    ['€', null],
  ])('%j is %j cents', (typed, cents) => expect(parseCents(typed)).toBe(cents))
})
