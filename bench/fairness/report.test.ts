import { expect, test } from 'vitest'
import { summary } from './bystander.ts'
import { misses, type Row, ratio } from './report.ts'

const placed = (p99Ms: number, failed = 0) => ({ bets: 100, failed, p50Ms: 1, p99Ms })
const row = (name: string, p99Ms: number, more: Partial<Row> = {}): Row => ({
  name,
  placed: placed(p99Ms),
  load: '',
  memoryMb: 100,
  judged: true,
  ...more,
})
const signIns = { tried: 10, succeeded: 10, slowestMs: 400 }

test('a ratio is of the 99th percentiles', () => {
  const alone = summary(Array.from({ length: 100 }, (_, n) => n + 1))
  expect(alone).toMatchObject({ bets: 100, p50Ms: 51, p99Ms: 100 })
  expect(ratio(placed(250), alone)).toBe(2.5)
})

test('what meets every target is no miss', () => {
  expect(misses(placed(10), [row('loads', 30), row('control', 99, { judged: false })], 499, signIns)).toEqual([])
})

test.each([
  ['a ratio', [row('own bets', 31)], 100, signIns, 'own bets: p99 3.1x, at most 3x'],
  ['no bet at all', [row('own bets', Number.NaN)], 100, signIns, 'own bets: p99 NaNx, at most 3x'],
  [
    'a bet that failed',
    [row('lists', 10, { placed: placed(10, 2) })],
    100,
    signIns,
    "lists: 2 of the other's bets failed",
  ],
  ['memory', [], 500, signIns, "the api's memory: 500 MB, below 500 MB"],
  ['a refused sign-in', [], 100, { ...signIns, succeeded: 9 }, 'sign-in from a known address: 9 of 10 succeeded'],
  ['a late sign-in', [], 100, { ...signIns, slowestMs: 2_100 }, 'sign-in from a known address: 2.1 s, at most 2 s'],
])('%s is one', (_name, rows, memory, attempts, line) => {
  expect(misses(placed(10), rows, memory, attempts)).toEqual([line])
})
