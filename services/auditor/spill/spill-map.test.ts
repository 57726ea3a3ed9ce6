import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { absentOf } from './absent.ts'
import { hashOf } from './key-marks.ts'
import { Spill } from './spill.ts'

type Value = { n: number; readonly tags: Set<string> | string[] }

const key = fc.integer({ min: 0, max: 30 }).map((n) => `key ${n}`)
/** Enough keys for a map to move entries to disk. */
const MANY = 300
const step = fc.oneof(
  fc.record({ do: fc.constant('set' as const), key, n: fc.integer() }),
  fc.record({ do: fc.constant('add' as const), key, n: fc.integer() }),
  fc.record({
    do: fc.constantFrom('change', 'get', 'peek', 'has', 'delete', 'settle', 'list', 'clear', 'fill', 'shrink'),
    key,
  }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

test.each(['object', 'text'] as const)('whatever is on disk, it is what a Map holds, in its order: as %s', (form) => {
  const tagged = (tag: string) => (form === 'text' ? [tag] : new Set([tag]))
  fc.assert(
    fc.property(
      fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 200, max: 400 })),
      fc.array(step, { maxLength: 200 }),
      (inMemory, steps) => {
        const spill = new Spill({ inMemory })
        const map = spill.scratch<Value>(undefined, form)
        const model = new Map<string, Value>()
        for (const one of steps) {
          expect(taken(map, one, tagged)).toEqual(taken(model, one, tagged))
          if (one.do === 'settle') spill.settle()
          if (one.do === 'shrink') spill.shrink()
          expect(map.size).toBe(model.size)
        }
        expect([...map]).toEqual([...model])
        spill.close()
      },
    ),
  )
})

type Maps = Iterable<[string, Value]> & {
  get(key: string): Value | undefined
  peek?(key: string): Value | undefined
  has(key: string): boolean
  set(key: string, value: Value): unknown
  delete(key: string): boolean
  clear(): void
}

/** Takes a step and returns its result. */
function taken(map: Maps, step: Step, tagged: (tag: string) => Value['tags']): unknown {
  const value = () => ({ n: 'n' in step ? step.n : 0, tags: tagged(step.key) })
  switch (step.do) {
    case 'set':
      map.set(step.key, value())
      return
    case 'add': {
      if (map.has(step.key)) return false
      map.set(step.key, value())
      return true
    }
    case 'change': {
      const found = map.get(step.key)
      if (found === undefined) return undefined
      found.n += 1
      if (Array.isArray(found.tags)) found.tags.push(`tag ${found.n}`)
      else found.tags.add(`tag ${found.n}`)
      return found
    }
    case 'get':
      return map.get(step.key)
    case 'peek':
      return map.peek?.(step.key) ?? map.get(step.key)
    case 'has':
      return map.has(step.key)
    case 'delete':
      return map.delete(step.key)
    case 'list':
      return [...map]
    case 'fill':
      for (let n = 0; n < MANY; n++) map.set(`key ${n}`, { n, tags: tagged(step.key) })
      return
    case 'clear':
      map.clear()
  }
}

test('what is changed after all were gone through, and in the same event, is kept', () => {
  const spill = new Spill({ inMemory: 4 })
  const map = spill.scratch<{ n: number }>()
  const fill = (from: number) => {
    for (let n = from; n < from + 20; n++) {
      map.set(`key ${n}`, { n })
      spill.settle()
    }
  }
  fill(0)
  for (const last of [1_000, 2_000]) {
    const asked = map.get('key 3')!
    expect([...map.keys()]).toContain('key 3')
    asked.n = last
    fill(last)
    expect(map.get('key 3')).toEqual({ n: last })
  }
  spill.close()
})

test('a known key is not added again, and text and numbers come back as they were', () => {
  const spill = new Spill({ inMemory: 4 })
  const map = spill.scratch<string | number>()
  for (let n = 0; n < 100; n++) {
    expect(map.add(`key ${n}`, n % 2 === 0 ? `é${n}` : n * 1.5)).toBe(true)
    spill.settle()
  }
  for (let n = 0; n < 100; n++) {
    expect(map.add(`key ${n}`, 'another')).toBe(false)
    expect(map.peek(`key ${n}`)).toBe(n % 2 === 0 ? `é${n}` : n * 1.5)
  }
  expect(spill.moved).toBeGreaterThan(90)
  spill.close()
})

test('nothing is moved of a map whose entries all have room, whichever are asked for', () => {
  const spill = new Spill()
  const map = spill.scratch<{ n: number }>(100)
  for (let n = 0; n < 100; n++) map.set(`key ${n}`, { n })
  for (let asked = 0; asked < 1_000; asked++) {
    map.get(`key ${(asked * 7) % 100}`)
    spill.settle()
  }
  expect(spill.moved).toBe(0)
  map.set('one more', { n: 100 })
  spill.settle()
  expect(spill.moved).toBe(51)
  // the entry used last is among those that stay
  expect(map.inMemory).toBe(50)
  spill.close()
})

test('to go through a map writes nothing', () => {
  const spill = new Spill()
  const map = spill.scratch<{ n: number }>(100)
  for (let n = 0; n < 300; n++) {
    map.set(`key ${n}`, { n })
    spill.settle()
  }
  const rows = () => spill.database.prepare('select count(*) as rows from map0').get()!.rows
  const before = rows()
  expect(before).toBeLessThan(300)
  expect([...map.values()].map(({ n }) => n)).toEqual(Array.from({ length: 300 }, (_, n) => n))
  expect(rows()).toBe(before)
  spill.close()
})

test('a map that is halved moves what it has too much, and stays what it was', () => {
  const spill = new Spill()
  const map = spill.scratch<number>(1_000)
  const add = (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      map.set(`key ${n}`, n)
      spill.settle()
    }
  }
  add(0, 900)
  expect(spill.moved).toBe(0)
  spill.shrink()
  spill.settle()
  expect(spill.moved).toBeGreaterThan(400)
  for (let n = 900; n < 3_000; n += 300) {
    spill.shrink()
    add(n, n + 300)
  }
  // the younger and the older half of the smallest possible map
  expect(map.size - spill.moved).toBeLessThanOrEqual(130)
  expect([...map]).toEqual(Array.from({ length: 3_000 }, (_, n) => [`key ${n}`, n]))
  spill.close()
})

test('of many maps alike all give way, and what was not asked for lately goes first', () => {
  const spill = new Spill()
  const maps = Array.from({ length: 12 }, () => spill.scratch<number>(8_000))
  for (let n = 0; n <= 4_000; n++) for (const map of maps) map.set(`key ${n}`, n)
  spill.settle()
  const inMemory = () => maps.reduce((sum, map) => sum + map.inMemory, 0)
  const before = inMemory()
  for (let round = 0; round < 10; round++) {
    spill.shrink()
    for (const map of maps) for (let n = 0; n < 50; n++) expect(map.get(`key ${n}`)).toBe(n)
    spill.settle()
  }
  expect(inMemory()).toBeLessThan(before / 20)
  for (const map of maps) expect([...map]).toEqual(Array.from({ length: 4_001 }, (_, n) => [`key ${n}`, n]))
  spill.close()
})

test('a heap that would be too small for what maps may keep is large enough', async () => {
  const worker = new Worker(new URL('./testing/fill.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
  })
  const [{ inOrder, moved }] = (await once(worker, 'message')) as [{ inOrder: number; moved: number }]
  expect(inOrder).toBe(100_000)
  expect(moved).toBeGreaterThan(0)
  await worker.terminate()
})

test('those who did not come are found, however many did', async () => {
  const spill = new Spill({ inMemory: 4 })
  const expected = { count: 50, keys: () => Array.from({ length: 50 }, (_, n) => `key ${n}`) }
  async function* came() {
    yield* ['key 49', 'somebody else', ...expected.keys().slice(3, 40)]
  }
  const absent: string[] = []
  for await (const one of absentOf(spill, expected, 38, came)) absent.push(one)
  expect(absent).toEqual(expected.keys().filter((_, n) => n < 3 || (n >= 40 && n < 49)))
  spill.close()
})

test.runIf(existsSync('/proc/self/fd'))('what is on disk has no name, and is nobody else’s', () => {
  const before = openFiles()
  const spill = new Spill({ inMemory: 2 })
  const map = spill.scratch<string>()
  const long = 'x'.repeat(10_000)
  // more than SQLite's cache holds
  for (let n = 0; n < 3_000; n++) {
    map.set(`key ${n}`, long)
    spill.settle()
  }
  const opened = openFiles().filter((file) => !before.includes(file))
  expect(opened).toEqual([expect.stringMatching(/ \(deleted\)$/)])
  const [{ path }] = opened.map((file) => ({ path: file.slice(0, file.indexOf(' ')) })) as [{ path: string }]
  const mode = execFileSync('stat', ['-L', '-c', '%a', path], { encoding: 'utf8' })
  expect(mode.trim()).toBe('600')
  spill.close()
})

/** '<descriptor> <file>' for each open file. */
const openFiles = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [`/proc/${process.pid}/fd/${fd} ${readlinkSync(`/proc/self/fd/${fd}`)}`]
    } catch {
      return []
    }
  })

test('keys with the same hash are told apart', () => {
  const spill = new Spill({ inMemory: 2 })
  const map = spill.scratch<number>()
  const byHash = new Map<number, string>()
  const alike: string[] = []
  for (let n = 0; alike.length === 0; n++) {
    const other = byHash.get(hashOf(`key ${n}`))
    if (other !== undefined) alike.push(other, `key ${n}`)
    byHash.set(hashOf(`key ${n}`), `key ${n}`)
  }
  for (const [n, key] of [...alike, 'a', 'b', 'c', 'd'].entries()) {
    map.set(key, n)
    spill.settle()
  }
  expect(map.moved).toBeGreaterThanOrEqual(2)
  expect(alike.map((key) => map.peek(key))).toEqual([0, 1])
  map.delete(alike[0]!)
  expect(alike.map((key) => map.peek(key))).toEqual([undefined, 1])
  spill.close()
})
