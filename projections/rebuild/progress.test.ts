import { expect, it } from 'vitest'
import { createReporter } from './progress.ts'

function report(isTTY: boolean) {
  const written: string[] = []
  let clock = 0
  const output = { isTTY, write: (text: string) => written.push(text) }
  const reporter = createReporter(output, () => clock)
  const after = (ms: number, step: 'folding' | 'indexing' | 'switching' | 'done', events: number) => {
    clock += ms
    reporter.progress({ step, events })
  }
  return { written, reporter, after }
}

it('prints a line for each step if the output is not a terminal', () => {
  const { written, reporter, after } = report(false)
  after(0, 'folding', 0)
  after(500, 'folding', 20_000)
  after(500, 'folding', 50_000)
  after(1_000, 'indexing', 100_000)
  after(500, 'switching', 100_000)
  after(500, 'done', 120_000)
  expect(written).toEqual([
    'folding the log\n',
    'building the indexes: 100,000 events, 50,000 a second\n',
    'catching up and switching: 100,000 events, 40,000 a second\n',
    'done: 120,000 events, 40,000 a second\n',
  ])
  expect(reporter.summary(120_000, 7)).toBe(
    '7 read models rebuilt from 120,000 events in 3.0 s, 40,000 events a second',
  )
  expect(reporter.summary(120_000, 1)).toMatch(/^1 read model rebuilt from /)
})

it('keeps one line current on a terminal, without drawing it for each page', () => {
  const { written, after } = report(true)
  after(0, 'folding', 0)
  after(100, 'folding', 5_000)
  after(150, 'folding', 10_000)
  after(750, 'done', 50_000)
  expect(written.map((text) => text.replace('\r\u001b[K', ''))).toEqual([
    'folding the log: 0 events, 0 a second',
    'folding the log: 10,000 events, 40,000 a second',
    'done: 50,000 events, 50,000 a second\n',
  ])
})
