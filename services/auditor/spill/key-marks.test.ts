import { expect, test } from 'vitest'
import { KeyMarks } from './key-marks.ts'

const KEYS = 600_000

test('every key that was marked is found, and most others are not, however many there are and after it was written down', () => {
  const marks = new KeyMarks()
  expect(marks.mayHave('key 0')).toBe(false)
  for (let n = 0; n < KEYS; n++) marks.add(`key ${n}`)
  for (const one of [marks, new KeyMarks(marks.bytes)]) {
    let others = 0
    for (let n = 0; n < KEYS; n++) {
      if (!one.mayHave(`key ${n}`)) throw new Error(`key ${n} is lost`)
      if (one.mayHave(`other ${n}`)) others += 1
    }
    expect(others).toBeLessThan(KEYS / 3)
    one.add('one more')
    expect(one.mayHave('one more')).toBe(true)
    one.clear()
    expect([one.mayHave('key 0'), one.bytes.length]).toEqual([false, 4])
  }
})
