import { describe, expect, it } from 'vitest'
import { misfit, wordsOf } from './fuzzy-match.ts'

const fits = (typed: string, name: string) => misfit(wordsOf(typed), wordsOf(name)) !== null

describe('a name is found', () => {
  it.each([
    ['atletico', 'Atlético Madrid'],
    ['ATLÉTICO', 'Atletico Madrid'],
    ['madrid atl', 'Atlético Madrid'],
    ['malmo', 'Malmö FF'],
    ['brondby', 'Brøndby IF'],
    ['lodz', 'ŁKS Łódź'],
    ['strasse', 'Straße'],
    ['ohiggins', "O'Higgins"],
    ['arsnal', 'Arsenal'],
    ['arsneal', 'Arsenal'],
    ['liverpoool', 'Liverpool'],
    ['liberp', 'Liverpool'],
    ['76ers', 'Philadelphia 76ers'],
  ])('%s finds %s', (typed, name) => expect(fits(typed, name)).toBe(true))

  it.each([
    ['ars', 'Mars FC'],
    ['rom', 'Ram'],
    ['chelsea', 'Arsenal'],
    ['arsenal chelsea', 'Arsenal'],
    ['roma', 'Bremen'],
  ])('%s does not find %s', (typed, name) => expect(fits(typed, name)).toBe(false))
})

it('an exact word fits best, then its beginning, then one with a typo', () => {
  const of = (typed: string) => misfit(wordsOf(typed), wordsOf('Roma')) ?? Number.NaN
  expect(of('roma')).toBeLessThan(of('rom'))
  expect(of('rom')).toBeLessThan(of('roda'))
})
