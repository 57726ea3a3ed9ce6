// Notifications after commits, as a subscriber hears them.
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RecentCount } from '#services/platform/process/recent-count.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { SOON } from '../testing/contract/harness.ts'
import { CHANNEL, restAfter, Waker } from './waker.ts'

let database: TestDatabase
let listener: pg.Client
let waker: Waker
let heard: (string | undefined)[]

beforeEach(async () => {
  database = await createTestDatabase()
  waker = new Waker(database.url)
  heard = []
  listener = new pg.Client(database.url)
  await listener.connect()
  listener.on('notification', ({ payload }) => heard.push(payload))
  await listener.query(`listen ${CHANNEL}`)
})
afterEach(async () => {
  await waker.close()
  await listener.end()
  await database.drop()
})

test('one notification covers every commit that comes while another is being sent, and the next one is sent too', async () => {
  for (let commit = 0; commit < 50; commit++) waker.wake(30)
  await expect.poll(() => heard, SOON).toEqual(['', ''])
  waker.wake(1)
  await expect.poll(() => heard, SOON).toEqual(['', '', ''])
  // nothing else is pending
  await listener.query(`notify ${CHANNEL}, 'last'`)
  await expect.poll(() => heard.at(-1), SOON).toBe('last')
  expect(heard).toEqual(['', '', '', 'last'])
})

test('commits one by one, each after the notification of the one before, are announced together after its rest', async () => {
  const rests: (() => void)[] = []
  const resting = new Waker(database.url, () => new Promise<void>((resolve) => rests.push(resolve)))
  try {
    for (let round = 1; round <= 3; round++) {
      for (let commit = 0; commit < 5; commit++) resting.wake(1)
      await expect.poll(() => heard.length, SOON).toBe(round)
      await expect.poll(() => rests.length, SOON).toBe(round)
      resting.wake(1)
      // a notification that did not wait for the rest would arrive before the replies to these
      for (let look = 0; look < 5; look++) await listener.query('select 1')
      expect(heard).toHaveLength(round)
      rests[round - 1]!()
    }
    await expect.poll(() => heard.length, SOON).toBe(4)
  } finally {
    await resting.close()
  }
})

test('events that come few at a time but in quick succession make the rests as long as many at once', async () => {
  const rests: number[] = []
  const stopped = new RecentCount(1, () => 0)
  const resting = new Waker(database.url, async (lately) => void rests.push(restAfter(lately)), stopped)
  try {
    for (let round = 1; round <= 5; round++) {
      resting.wake(5)
      await expect.poll(() => rests.length, SOON).toBe(round)
    }
  } finally {
    await resting.close()
  }
  const [few, many] = [restAfter(1), restAfter(20)]
  expect(rests).toEqual([few, few, few, many, many])
})

test('after many events the rest is longer than after a few, whose readers wait for nothing', () => {
  expect(restAfter(20)).toBeGreaterThan(restAfter(19))
  expect(restAfter(1)).toBe(restAfter(19))
  expect(restAfter(5_000)).toBe(restAfter(20))
})
