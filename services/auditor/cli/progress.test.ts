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
  const progress = showProgress(stream, { now: () => now })
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

test('says of a log that is read again which time it is, and how long that one takes', () => {
  expect(progressLine(250, 1_000, 2.5, 2)).toBe(
    'reading, time 2, 25 %: 250 of 1,000 events, 100/s, 8 s left of this time',
  )
  let now = 0
  const stream = terminal(true)
  const progress = showProgress(stream, { readsAgain: true, now: () => now })
  // the second time twice as fast, and not said to be as slow as both together
  for (const [at, done] of [
    [1_000, 1_000],
    [4_000, 4_000],
    [4_300, 0],
    [5_300, 2_000],
  ] as const) {
    now = at
    progress.update(done, 4_000)
  }
  expect(stream.written.at(-1)).toContain(
    'reading, time 2, 50 %: 2,000 of 4,000 events, 2,000/s, 1 s left of this time',
  )
})

test('says at its end where an answer is that nobody sees, on a terminal alone', () => {
  for (const isTTY of [true, false]) {
    const stream = terminal(isTTY)
    const progress = showProgress(stream)
    progress.end('the answer is in 812.tlog-proof')
    progress.end()
    expect(stream.written).toEqual(isTTY ? ['the answer is in 812.tlog-proof\n'] : [])
  }
})
