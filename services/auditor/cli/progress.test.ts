import { expect, test } from 'vitest'
import { progressLine, showProgress } from './progress.ts'

test('says how far, how fast and how long it still takes', () => {
  expect(progressLine(250_000, 1_000_000, 2.5)).toBe('reading 25 %: 250,000 of 1,000,000 events, 100,000/s, 8 s left')
  expect(progressLine(1_000, 1_000_000, 1)).toMatch(/1,000\/s, 16 min 39 s left$/)
  expect(progressLine(0, 0, 0)).toContain('100 %')
})

const terminal = (isTTY: boolean) => {
  const written: string[] = []
  return { written, isTTY, write: (text: string | Uint8Array) => written.push(String(text)) > 0 }
}

test('shows itself on a terminal alone, not too often, and cleans up', () => {
  let now = 0
  const stream = terminal(true)
  const progress = showProgress(stream, () => now)
  for (now = 1_000; now < 2_000; now += 10) progress.update(now, 4_000)
  progress.end()
  expect(stream.written).toHaveLength(6)
  expect(stream.written.at(-1)).toBe('\r\u001b[2K')

  const pipe = terminal(false)
  const silent = showProgress(pipe)
  silent.update(1, 2)
  silent.end()
  expect(pipe.written).toEqual([])
})
