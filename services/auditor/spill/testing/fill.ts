// A thread for the tests: puts more than its heap holds into a map that would keep all of it in memory.
import { setImmediate } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { Spill } from '../spill.ts'

const ENTRIES = 100_000

const spill = new Spill()
const map = spill.scratch<{ readonly texts: readonly string[] }>(4 * ENTRIES)
for (let n = 0; n < ENTRIES; n++) {
  map.set(`key ${n}`, { texts: Array.from({ length: 20 }, (_, k) => `text ${k} of ${n}, which is not short`) })
  spill.settle()
  // as an audit does between two batches
  if (n % 100 === 0) await setImmediate()
}
let inOrder = 0
for (const [key, { texts }] of map) if (key === `key ${inOrder}` && texts.length === 20) inOrder += 1
parentPort!.postMessage({ inOrder, moved: spill.moved })
spill.close()
