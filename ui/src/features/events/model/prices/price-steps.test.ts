import { expect, it } from 'vitest'
import { priceSteps } from './price-steps.ts'

const START = Date.parse('2026-11-20T14:00:00.000Z')
const at = (minute: number) => new Date(START + minute * 60_000).toISOString()

it('stays at a price until the next one, and breaks where there is none', () => {
  const prices = [
    { at: at(0), odds: '2.00' },
    { at: at(2), odds: '3.00' },
    { at: at(4), odds: null },
    { at: at(6), odds: '2.50' },
  ]
  const steps = priceSteps(prices, START + 10 * 60_000)
  expect(steps).toMatchObject({ low: '2.00', high: '3.00', from: at(0) })
  expect(steps?.lines).toEqual([
    [
      { x: 0, y: 940 },
      { x: 200, y: 940 },
      { x: 200, y: 60 },
      { x: 400, y: 60 },
    ],
    [
      { x: 600, y: 500 },
      { x: 1000, y: 500 },
    ],
  ])
})

it('runs through the middle if the price has never moved, and compares odds as numbers', () => {
  expect(priceSteps([{ at: at(0), odds: '2.00' }], START + 1)?.lines).toEqual([
    [
      { x: 0, y: 500 },
      { x: 1000, y: 500 },
    ],
  ])
  const wide = [
    { at: at(0), odds: '9.50' },
    { at: at(1), odds: '10.00' },
  ]
  expect(priceSteps(wide, START + 120_000)).toMatchObject({ low: '9.50', high: '10.00' })
})

it('is null without a price', () => {
  expect(priceSteps([], START)).toBeNull()
  expect(priceSteps([{ at: at(0), odds: null }], START)).toBeNull()
})
