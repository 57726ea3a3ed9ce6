import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Taken, TakenCommands } from './taken-commands.ts'

const takenAt = (number: number): Taken => ({
  first: number,
  at: number - 0.5,
  number,
  version: 7,
  recordedAt: -number,
})
/** So few that some repeat, and alike but for one digit. */
const command = fc.tuple(fc.nat(31), fc.nat(15)).map(([at, digit]) =>
  digit
    .toString(16)
    .padStart(at + 1, '0')
    .padEnd(32, '0'),
)
const stream = fc.nat(3)

test('what was taken last by a command and a stream is known, however many there are', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(command, stream), { maxLength: 2_000, size: 'max' }), (keys) => {
      const taken = new TakenCommands(10_000)
      const expected = new Map<string, Taken>()
      for (const [number, [id, on]] of keys.entries()) {
        expect(taken.get(id, on)).toEqual(expected.get(`${id} ${on}`))
        taken.set(id, on, takenAt(number))
        expected.set(`${id} ${on}`, takenAt(number))
      }
      for (const [id, on] of keys) expect(taken.get(id, on)).toEqual(expected.get(`${id} ${on}`))
    }),
    { numRuns: 20 },
  )
})

test('at least the newer half of its size is known, and no more than its size', () => {
  const taken = new TakenCommands(2_000)
  const idOf = (number: number) => number.toString(16).padStart(32, '0')
  for (let number = 0; number < 10_000; number++) taken.set(idOf(number), 0, takenAt(number))
  const known = Array.from({ length: 10_000 }, (_, number) => taken.get(idOf(number), 0) !== undefined)
  expect(known.slice(9_000).every(Boolean)).toBe(true)
  expect(known.filter(Boolean).length).toBeLessThanOrEqual(2_000)
})
