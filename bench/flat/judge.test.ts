import { expect, test } from 'vitest'
import { comparedLines, misses, ratioOf } from './judge.ts'

const work = (api: number, more: Record<string, number> = {}) => ({ api, projector: 10, append: 20, fold: 30, ...more })

test('each round is compared with its counterpart, and periodic work does not count', () => {
  const compared = {
    what: 'bet',
    normal: [work(40, { worker: 1 }), work(140), work(40)],
    large: [work(45, { worker: 500 }), work(150), work(240)],
  } as const
  expect(ratioOf(compared)).toBe(1.05)
  expect(misses([compared])).toEqual([])
  expect(comparedLines(compared)[0]).toBe('  a bet: 1.05x in the large book (1.1 at most): 100 -> 210 us')
})

test('what grew by more than a tenth is named, and so is what could not be measured', () => {
  const grown = { what: 'registration', normal: [work(40)], large: [work(51)] } as const
  expect(misses([grown])).toEqual(['a registration costs 1.11 times as much, 1.1 at most'])
  expect(misses([{ what: 'bet', normal: [{}], large: [{}] }])).toHaveLength(1)
})
