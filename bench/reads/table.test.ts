import { expect, test } from 'vitest'
import { readTable } from './table.ts'

const run = (perSecond: number, p99Ms: number) => ({
  ...{ accepted: 100, refused: 0, seconds: 1, perSecond, p50Ms: 1, p99Ms, firstRefusal: null },
})

test('a read has its parts and its ratios to a server that only replies', () => {
  const result = {
    name: 'my bets',
    bytes: 12_345,
    own: { run: run(9_000, 20), partUs: { api: 80, statements: 20, rest: 1, client: 30 } },
    echo: { run: run(30_000, 5), partUs: { server: 25, rest: 0, client: 30 } },
  }
  expect(readTable([result]).split('\n').slice(1)).toEqual([
    '    my bets        9,000/s, p99   20.0 ms   100 us: api 80, Postgres 20 (statements 20); beside it rest 1; client 30',
    '      of a server that only replies with as many bytes (12,345): 0.30x per second, p99 4.00x, processor time 4.00x',
  ])
})
