import { expect, test } from 'vitest'
import { BatchMemories } from './batch-memory.ts'
import { BATCH_BYTES } from './log-rows.ts'

test('memory is used again once its batch was folded, and not before', () => {
  const memories = new BatchMemories()
  const [first, second, unsent] = [1, 2, 3].map(() => memories.take(BATCH_BYTES)) as [Buffer, Buffer, Buffer]
  memories.sent(first.subarray(0, 10) as typeof first & Buffer<SharedArrayBuffer>)
  memories.sent(second as Buffer<SharedArrayBuffer>)
  const before = memories.take(BATCH_BYTES)
  expect([first, second, unsent].map(({ buffer }) => buffer)).not.toContain(before.buffer)
  memories.folded(1)
  const again = memories.take(BATCH_BYTES)
  expect(again.buffer).toBe(first.buffer)
  expect(again).toHaveLength(BATCH_BYTES)
  expect(memories.take(BATCH_BYTES).buffer).not.toBe(second.buffer)
})

test('what a long row took is given back', () => {
  const memories = new BatchMemories()
  const long = memories.take(BATCH_BYTES * 3)
  expect(long).toHaveLength(BATCH_BYTES * 3)
  memories.sent(long)
  memories.folded(1)
  expect(memories.take(BATCH_BYTES)).toHaveLength(BATCH_BYTES)
  expect(memories.take(BATCH_BYTES * 3).buffer).not.toBe(long.buffer)
})
