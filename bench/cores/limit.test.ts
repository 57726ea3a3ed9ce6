import { expect, test } from 'vitest'
import { coresOf, limitOf, type Seen } from './limit.ts'
import { busyIn } from './machine-load.ts'

const seen: Seen = {
  ...{ cores: 8, seconds: 5, busyCores: 4, processes: { api: 2, client: 2 }, waits: {}, looks: 100 },
  work: { api: 5_000, client: 3_000, append: 1_000, fold: 500 },
}

test.each([
  [
    'what is used up of the machine',
    { busyCores: 7.4 },
    'the processors: 7.4 of 8 cores are at work, 5.5 of them for others than the product and its load (api 53 %, client 32 %, append 11 %, fold 5 %)',
  ],
  ['a thread that never rests', { work: { api: 9_000, append: 1_000 } }, 'api: its one thread works 90 % of the time'],
  [
    'a disk',
    { waits: { 'IO:WalSync': 60, 'Client:ClientRead': 30 } },
    'the disk: an append waits for it (IO:WalSync) 60 % of the time',
  ],
  ['a lock', { waits: { 'Lock:advisory': 60 } }, 'a lock: an append waits for it (Lock:advisory) 60 % of the time'],
  [
    'a queue that is empty',
    { waits: { 'Client:ClientRead': 60 } },
    'latency: Postgres waits for the next append (Client:ClientRead) 60 % of the time',
  ],
  ['nothing', { waits: { 'IO:WalSync': 20 } }, 'latency: nothing is used up, and nothing is waited for often'],
])('%s is what limits', (_what, more, said) => {
  expect(limitOf({ ...seen, ...more })).toBe(said)
})

test('the work of a part is divided by its processes', () => {
  expect(coresOf(seen, 'api')).toBe(0.5)
  expect(coresOf(seen, 'append')).toBe(0.2)
})

test('a machine is at work when it neither idles nor waits for a disk', () => {
  // user nice system idle iowait irq softirq steal guest guest_nice
  expect(busyIn('cpu  100 10 40 700 50 5 15 20 0 0\ncpu0 1 2 3 4\n')).toBe(190)
})
