import { expect, test } from 'vitest'
import { BoundedMap } from '../replay/bounded-map.ts'
import { PublishedQuotes } from './published-quotes.ts'

const batch = (n: number) => ({ root: n.toString(16).padStart(64, '0'), size: n + 1 })

test('every batch is known by its feed and version', () => {
  const published = new PublishedQuotes()
  for (let version = 0; version < 100; version++) published.add('a', version, 'league', '2026-01-10', batch(version))
  published.add('b', 0, 'other', '2026-01-10', batch(7))
  for (let version = 0; version < 100; version++) expect(published.feed('a')!.get(version)).toEqual(batch(version))
  expect(published.feed('b')).toMatchObject({ league: 'other', day: '2026-01-10' })
  expect(published.feed('b')!.get(0)).toEqual(batch(7))
  expect(published.feed('a')!.get(100)).toBeNull()
  expect(published.feed('a')!.get(1_000_000)).toBeNull()
  expect(published.feed('c')).toBeUndefined()
})

test('a version that is missing published nothing, and one far beyond the others takes no memory', () => {
  const published = new PublishedQuotes()
  published.add('a', 0, 'league', '2026-01-10', batch(0))
  published.add('a', 40, 'league', '2026-01-10', batch(40))
  published.add('a', 2_147_483_647, 'league', '2026-01-10', batch(1))
  const feed = published.feed('a')!
  expect([0, 20, 40, 2_147_483_647].map((version) => feed.get(version)?.size ?? null)).toEqual([1, null, 41, null])
})

test('days that no bet can name any more are forgotten', () => {
  const published = new PublishedQuotes()
  for (let day = 1; day <= 9; day++) published.add(`of ${day}`, 0, 'league', `2026-01-0${day}`, batch(day))
  // late, but of a day that is remembered
  published.add('late', 0, 'league', '2026-01-07', batch(1))
  const known = Array.from({ length: 9 }, (_, day) => published.feed(`of ${day + 1}`) !== undefined)
  expect(known).toEqual([false, false, false, false, false, true, true, true, true])
  expect(published.feed('late')).toBeDefined()
})

test('a bounded map keeps at least the newer half of its size', () => {
  const map = new BoundedMap<number, number>(100)
  for (let n = 0; n < 1_000; n++) map.set(n, n)
  for (let n = 950; n < 1_000; n++) expect(map.get(n)).toBe(n)
  expect(Array.from({ length: 1_000 }, (_, n) => n).filter((n) => map.has(n)).length).toBeLessThanOrEqual(100)
})
