import { expect, test } from 'vitest'
import { memoryLines, restLine, sumOf } from './product-memory.ts'
import { memoryIn, memoryOf } from './pss.ts'

const ROLLUP = `5567babd2000-7ffc0397d000 ---p 00000000 00:00 0                          [rollup]
Rss:              204800 kB
Pss:              102400 kB
Pss_Dirty:         90000 kB
Shared_Clean:      51200 kB
Private_Clean:     10240 kB
Private_Dirty:     71680 kB
`

test('shared pages are counted proportionally, and a process’s own pages are known separately', () => {
  expect(memoryIn(ROLLUP)).toEqual({ all: 100, own: 80 })
})

test.runIf(process.platform === 'linux')('a running process takes memory, one that has ended has none', () => {
  const { all, own } = memoryOf(process.pid)!
  expect(all).toBeGreaterThanOrEqual(own)
  expect(own).toBeGreaterThan(1)
  expect(memoryOf(2 ** 30)).toBeNull()
})

test('the simulated feed is counted separately', () => {
  const memory = { api: { all: 90, own: 70 }, Postgres: { all: 110, own: 40 }, simulator: { all: 60, own: 50 } }
  expect(sumOf(memory)).toEqual({ all: 260, own: 160 })
  expect(memoryLines('at rest', memory)).toEqual([
    'Memory at rest, pages that several share counted once: 200 MB, with the simulated feed 260 MB',
    '    Postgres    110 MB (40 its own)',
    '    api         90 MB (70 its own)',
    '    simulator   60 MB (50 its own)',
  ])
  expect(restLine({ api: 1, fold: 0.25, simulator: 2 })).toBe(
    'Processor at rest: 1.3 % of a core (api 1.00, fold 0.25); simulated feed 2.0 %',
  )
})
