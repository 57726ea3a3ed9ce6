import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { newUserName, parseUserName } from './names.ts'

const nameOf = (typed: string) => {
  const name = newUserName(typed, 'user')
  return typeof name === 'string' ? null : name
}

describe('user names', () => {
  test.each([
    ['Anna', 'anna'],
    ['ANNA', 'anna'],
    ['ａｎｎａ', 'anna'],
    ['a.b_c-9', 'a.b_c-9'],
    ['Straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['straẞe', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['ﬁﬀi', 'fiffi'],
    ['ſam', 'sam'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφοσ'],
    ['σίσυφος', 'σίσυφοσ'],
    ['Жанна', 'жанна'],
    ['Ǆemo', 'džemo'],
    ['ılk', 'ilk'],
    ['x'.repeat(32), 'x'.repeat(32)],
  ])('%s is %s', (typed, normal) => {
    expect(nameOf(typed)?.normal).toBe(normal)
    expect(parseUserName(typed)?.normal).toBe(normal)
  })

  test('keeps the case for display, and the legacy form', () => {
    expect(parseUserName('McDuck')).toEqual({ display: 'McDuck', normal: 'mcduck', legacyNormal: 'mcduck' })
    expect(parseUserName('Straẞe')).toEqual({ display: 'Straẞe', normal: 'strasse', legacyNormal: 'straße' })
  })

  test.each([
    ['', 'username_too_short'],
    ['ab', 'username_too_short'],
    ['x'.repeat(33), 'username_invalid'],
    ['ß'.repeat(17), 'username_invalid'],
    ['ẞ'.repeat(17), 'username_invalid'],
    ['a b c', 'username_invalid'],
    [' anna', 'username_invalid'],
    ['anna\n', 'username_invalid'],
    ['anna\u0000', 'username_invalid'],
    ['an\ud800na', 'username_invalid'],
    ['<b>', 'username_invalid'],
    ['😀😀😀', 'username_invalid'],
    // marks that do not combine with a letter: an accent on an x, two accents, a stroke through everything
    ['max\u0301', 'username_invalid'],
    ['anna\u0301\u0302', 'username_invalid'],
    ['a\u0336n\u0336n\u0336a\u0336', 'username_invalid'],
    ['\u20ddanna', 'username_invalid'],
    // invisible characters: zero width, soft hyphen, direction, variation, Hangul fillers, tags
    ['an\u200bna', 'username_invisible'],
    ['an\u200dna', 'username_invisible'],
    ['anna\ufeff', 'username_invisible'],
    ['an\u00adna', 'username_invisible'],
    ['a\u202enna', 'username_invisible'],
    ['anna\ufe0f', 'username_invisible'],
    ['an\u034fna', 'username_invisible'],
    ['\u3164\u3164\u3164', 'username_invisible'],
    ['anna\uffa0', 'username_invisible'],
    ['anna\u1160', 'username_invisible'],
    ['anna\u{e0061}', 'username_invisible'],
    // phonetic signs that look like letters
    ['ᴀdmin', 'username_invalid'],
    ['adᴍin', 'username_invalid'],
    ['ɢoogle', 'username_invalid'],
    // letters of one alphabet among those of another
    ['аnna', 'username_mixed_scripts'],
    ['pаypаl', 'username_mixed_scripts'],
    ['αnna', 'username_mixed_scripts'],
    ['жαннa', 'username_mixed_scripts'],
    ['annаㄅ', 'username_mixed_scripts'],
    ['ㄅカ中', 'username_mixed_scripts'],
    // scripts that nobody writes names in today, with letters that look like Latin ones
    ['ꭺꭼꮋ', 'username_mixed_scripts'],
    ['ꓮꓠꓠꓮ', 'username_mixed_scripts'],
    // digits of two kinds that may be mistaken for each other
    ['سارة1٢', 'username_mixed_scripts'],
    ['سارة٤۵', 'username_mixed_scripts'],
  ])('refuses %j: %s', (typed, fault) => {
    expect(newUserName(typed, 'user')).toBe(fault)
  })

  test.each([
    '山田たろうタロウ',
    'Bob山田たろうー',
    'Kim김철수',
    '王小明ㄅㄆ',
    'אברהם_7',
    'سارة٤٥',
    'анна-42',
    'Ελένη.1',
    '7777',
  ])('takes %s: one alphabet, or those that are written together', (typed) => {
    expect(nameOf(typed)).not.toBeNull()
  })

  test('finds names from before, whatever is allowed today', () => {
    for (const typed of ['аnna', '\u3164\u3164\u3164', 'admin', 'ẞ'.repeat(32)]) {
      expect(parseUserName(typed)?.legacyNormal, typed).toHaveLength([...typed].length)
    }
  })

  test('takes no time on a huge text', () => {
    expect(parseUserName('ﷺ'.repeat(1_000_000))).toBeNull()
    expect(newUserName('ﷺ'.repeat(1_000_000), 'user')).toBe('username_invalid')
  })

  test.each(['ﷺ', 'ﷲ', 'ﬃ'])('does not fold %s more often than a name is long', (ligature) => {
    const foldings = vi.spyOn(String.prototype, 'toUpperCase')
    try {
      expect(newUserName(ligature.repeat(128), 'user')).toBe('username_invalid')
      expect(foldings.mock.calls.length).toBeLessThanOrEqual(128)
    } finally {
      foldings.mockRestore()
    }
  })

  test('are one name in every case and every normal form', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abßẞéÉåÅǆǅﬁσςΣſıøØŉĸжЖ'), minLength: 3, maxLength: 16 })
    fc.assert(
      fc.property(letters, (typed) => {
        const name = parseUserName(typed)
        fc.pre(name !== null)
        const writings = [typed.toUpperCase(), typed.toLowerCase(), typed.toUpperCase().toLowerCase()]
        for (const writing of writings.flatMap((text) => [text, text.normalize('NFD'), text.normalize('NFKC')])) {
          expect(parseUserName(writing)?.normal, writing).toBe(name!.normal)
        }
        expect(parseUserName(name!.normal)?.normal).toBe(name!.normal)
      }),
    )
  })
})
