import { expect, test } from 'vitest'
import { hashOf, KeyMarks } from './key-marks.ts'

const KEYS = 600_000

test('every key that was marked is found, and most others are not, however many there are and after it was written down', () => {
  const marks = new KeyMarks()
  expect(marks.mayHave(hashOf('key 0'))).toBe(false)
  for (let n = 0; n < KEYS; n++) marks.add(hashOf(`key ${n}`))
  for (const one of [marks, new KeyMarks(marks.bytes)]) {
    let others = 0
    for (let n = 0; n < KEYS; n++) {
      if (!one.mayHave(hashOf(`key ${n}`))) throw new Error(`key ${n} is lost`)
      if (one.mayHave(hashOf(`other ${n}`))) others += 1
    }
    expect(others).toBeLessThan(KEYS / 3)
    one.add(hashOf('one more'))
    expect(one.mayHave(hashOf('one more'))).toBe(true)
    one.clear()
    expect([one.mayHave(hashOf('key 0')), one.bytes.length]).toEqual([false, 4])
  }
})
