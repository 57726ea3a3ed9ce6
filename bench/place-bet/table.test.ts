import { expect, test } from 'vitest'
import { microsecondsEach } from '../accounting/tally.ts'
import { placedTable, sideUs } from './table.ts'

const OWN = { api: 68, projector: 14, notary: 2, worker: 1, append: 34, queries: 9, fold: 35, rest: 6, client: 39 }

test('a subject’s side is what is on the way of a bet, without the load client', () => {
  expect(microsecondsEach({ api: 680, client: 390 }, 10_000)).toEqual({ api: 68, client: 39 })
  expect(sideUs(OWN)).toBe(160)
})

test('each subject has its parts, and the product its ratios to the others', () => {
  const rows = [
    { subject: 'fairbook', clients: 64, perSecond: 4_512, p99Ms: 22.12, partUs: OWN },
    {
      subject: 'equal-work',
      clients: 64,
      perSecond: 2_256,
      p99Ms: 44.24,
      partUs: { server: 150, statements: 250, rest: 10, client: 36 },
    },
    { subject: 'statement', clients: 64, perSecond: 9_024, p99Ms: 11.06, partUs: null },
  ] as const
  expect(placedTable('PlaceBet', rows).split('\n')).toEqual([
    'PlaceBet (medians; microseconds of a processor for a bet, by part)',
    '  64 clients',
    '    fairbook       4,512/s, p99   22.1 ms   160 us: api 68, projector 14, Postgres 78 (append 34, queries 9, fold 35); beside it notary 2, worker 1, rest 6; client 39',
    '    equal-work     2,256/s, p99   44.2 ms   400 us: server 150, Postgres 250 (statements 250); beside it rest 10; client 36',
    '    statement      9,024/s, p99   11.1 ms   the system does not say who worked',
    '    fairbook / equal-work  2.00x per second, p99 0.50x, processor time 0.40x (0.41x with what works beside it)',
    '    fairbook / statement   0.50x per second, p99 2.00x',
  ])
})
