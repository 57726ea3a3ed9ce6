import fc from 'fast-check'
import { expect, test } from 'vitest'
import { truncate } from './truncate.ts'

test('law: a longer text keeps at most its first hundred characters, and gets an ellipsis', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const cut = truncate(text)
      if (text.length <= 100) return cut === text
      const kept = cut.slice(0, -1)
      return cut.endsWith('…') && text.startsWith(kept) && [99, 100].includes(kept.length)
    }),
  )
})

test('law: no surrogate pair is split', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme', minLength: 101 }), (text) => truncate(text).isWellFormed()))
  for (const before of ['', 'x']) expect(truncate(before + '😀'.repeat(60)).isWellFormed()).toBe(true)
})
