import { expect, it } from 'vitest'
import { createPace } from './pace.ts'

it('no more calls start in a second than allowed', async () => {
  const waits: number[] = []
  let now = 1_000
  const pace = createPace(20, { now: () => now, wait: async (ms) => waits.push(ms) })
  for (let call = 0; call < 4; call++) await pace()
  expect(waits).toEqual([50, 100, 150])
  now += 175
  await pace()
  expect(waits.at(-1)).toBe(25)
  now += 1_000
  await pace()
  expect(waits).toHaveLength(4)
})

it('without a limit, no call waits', async () => {
  const pace = createPace(undefined, { now: () => 0, wait: () => Promise.reject(new Error('waited')) })
  await Promise.all([pace(), pace()])
})
