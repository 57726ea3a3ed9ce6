import { expect, test } from 'vitest'
import { checkpointMs } from './database.ts'

test.each([
  [undefined, 2_500],
  [9_000, 2_500],
  [3_800, 2_500],
  [2_000, 700],
  [1_300, 0],
  [-200, 0],
])('a product that has %s ms left gives the last checkpoint %s ms', (withinMs, ms) => {
  expect(checkpointMs(withinMs)).toBe(ms)
})
