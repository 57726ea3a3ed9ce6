import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KeptFile } from './kept-file.ts'
import { NotResumable } from './not-resumable.ts'
import { Spill } from './spill.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairbook-kept-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const newFile = () => join(folder, `state ${++files}`)
const step = fc.record({
  do: fc.constantFrom('set', 'get', 'delete', 'clear', 'settle', 'go on'),
  key: fc.integer({ min: 0, max: 30 }).map(String),
  n: fc.integer(),
})

test('what was kept is what the next begins with: entries, their order, and what is no map', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.array(step, { maxLength: 100 }), (inMemory, steps) => {
      const path = newFile()
      const total = { sum: 0 }
      const begin = (goesOn: boolean) => {
        const spill = new Spill({ inMemory, file: { path, goesOn } })
        const map = spill.map<{ n: number }>('numbers')
        total.sum = 0
        spill.part('total', {
          write: () => total,
          read: ({ sum }: typeof total) => {
            total.sum = sum
          },
        })
        spill.expectAllTaken()
        return { spill, map }
      }
      let { spill, map } = begin(false)
      const model = new Map<string, { n: number }>()
      let sum = 0
      for (const { do: what, key, n } of steps) {
        if (what === 'set') {
          for (const one of [map, model]) one.set(key, { n })
          sum += n
          total.sum += n
        } else if (what === 'get') expect(map.get(key)).toEqual(model.get(key))
        else if (what === 'delete') expect(map.delete(key)).toBe(model.delete(key))
        else if (what === 'clear') for (const one of [map, model]) one.clear()
        else if (what === 'settle') spill.settle()
        else {
          spill.keepIn(`${path} kept`)
          // which goes on all the same
          expect([...map]).toEqual([...model])
          if (n % 2 !== 0) {
            for (let more = 0; more < 20; more++) map.set(`one more ${more}`, { n: 1 })
            spill.settle()
          }
          spill.leave()
          renameSync(`${path} kept`, path)
          ;({ spill, map } = begin(true))
          expect(total.sum).toBe(sum)
        }
        expect(map.size).toBe(model.size)
      }
      expect([...map]).toEqual([...model])
      spill.close()
    }),
    { numRuns: 60 },
  )
})

test('where it cannot be written, what was is as before, and can be written again', () => {
  const path = newFile()
  const file = new KeptFile({ path, goesOn: false })
  let total: unknown = () => 'nothing that is written'
  file.keepPart('total', { write: () => total, read: () => undefined })
  const own = () => file.database.prepare(`select name from sqlite_master where name like 'kept%'`).all()
  expect(() => file.keepIn(`${path} kept`)).toThrow()
  // one transaction stays open: ending one for each entry takes four times as long
  expect([file.database.isTransaction, own()]).toEqual([true, []])
  total = 2
  file.keepIn(`${path} kept`)
  file.beforeChange()
  expect([file.database.isTransaction, own()]).toEqual([true, []])
  file.leave()
  expect([existsSync(path), existsSync(`${path} kept`)]).toEqual([true, true])
})

test.each(['as it is', 'once it is changed'])('where its file cannot be written, %s, leaving it says so', (when) => {
  const file = new KeptFile({ path: newFile(), goesOn: false })
  file.keepIn(join(folder, 'no such folder', 'state'))
  if (when === 'once it is changed') file.beforeChange()
  expect(() => file.leave()).toThrow('ENOENT')
  file.close()
})

const none = { write: () => 0, read: () => undefined }

test('nothing goes on where one side has what the other has not', () => {
  const path = newFile()
  const first = new Spill({ file: { path, goesOn: false } })
  first.map('a')
  first.part('b', none)
  first.keepIn(`${path} kept`)
  first.leave()
  const again = () => new Spill({ file: { path: `${path} kept`, goesOn: true } })
  const lacking = again()
  expect(() => lacking.map('c')).toThrow(new NotResumable('nothing was kept of c'))
  expect(() => lacking.part('d', none)).toThrow(new NotResumable('nothing was kept of d'))
  lacking.map('a')
  expect(() => lacking.expectAllTaken()).toThrow(new NotResumable('nothing goes on from b, which was kept'))
  lacking.part('b', none)
  lacking.expectAllTaken()
  expect(() => lacking.map('a')).toThrow('two parts of the state are called a')
  lacking.close()
})

test.each([
  [8, [3, 8]],
  [4, [0, 0]],
])('with room for %i entries of eight, what is looked at stays in memory only where all have room', (inMemory, due) => {
  const path = newFile()
  const before = new Spill({ file: { path, goesOn: false } })
  const written = before.map<{ n: number }>('numbers')
  for (let n = 0; n < 8; n++) written.set(`key ${n}`, { n })
  before.keepIn(`${path} kept`)
  before.leave()
  const spill = new Spill({ inMemory, file: { path: `${path} kept`, goesOn: true } })
  const map = spill.map<{ n: number }>('numbers')
  const look = () => [0, 1, 2].map((n) => map.peek(`key ${n}`)?.n)
  expect([look(), look()]).toEqual([
    [0, 1, 2],
    [0, 1, 2],
  ])
  const seen = [map.inMemory]
  expect([...map].map(([key, { n }]) => `${key} ${n}`)).toEqual(Array.from({ length: 8 }, (_, n) => `key ${n} ${n}`))
  seen.push(map.inMemory)
  expect(seen).toEqual(due)
  // nothing is written again, and everything is there
  map.get('key 5')!.n = 50
  spill.settle()
  expect([...map.values()].map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 50, 6, 7])
  spill.close()
})
