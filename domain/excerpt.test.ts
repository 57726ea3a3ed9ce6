import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

test('law: an excerpt is the beginning of a text, at most a hundred characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const cut = excerpt(text)
      if (text.length <= 100) return cut === text
      const kept = cut.slice(0, -1)
      return cut.endsWith('…') && text.startsWith(kept) && [99, 100].includes(kept.length)
    }),
  )
})

test('law: it cuts no character in half', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme', minLength: 101 }), (text) => excerpt(text).isWellFormed()))
  for (const before of ['', 'x']) expect(excerpt(before + '😀'.repeat(60)).isWellFormed()).toBe(true)
})
