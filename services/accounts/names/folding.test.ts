import { afterAll, describe, expect, test } from 'vitest'
import { openPool } from '#services/platform/database/pool.ts'
import { databaseForTests } from '#tests/database.ts'
import { foldCase, foldOnce } from './folding.ts'

// every letter and digit of Unicode
const characters = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /[\p{L}\p{Nd}]/u.test(character))

describe('folding', () => {
  const database = databaseForTests()
  const pool = openPool(database.url)
  afterAll(() => pool.end())

  test('equals Unicode’s full case folding, as Postgres has it', async () => {
    const { rows } = await pool.query<{ folded: string[] }>(
      `select array_agg(casefold(letter collate pg_unicode_fast) order by nr) as folded
         from unnest($1::text[]) with ordinality as given (letter, nr)`,
      [characters],
    )
    const folded = rows[0]!.folded
    expect(folded).toHaveLength(characters.length)
    const apart = characters.filter((character, index) => foldCase(character) !== foldCase(folded[index]!))
    expect(apart).toEqual([])
    // this shows that Postgres has the full table
    expect(folded[characters.indexOf('ẞ')]).toBe('ss')
  })

  test('does not change what is already folded, and neither does NFKC', () => {
    const unstable = characters.filter((character) => {
      const folded = foldCase(character)
      return (
        foldCase(folded) !== folded ||
        folded.normalize('NFKC') !== folded ||
        foldCase(character.normalize('NFKC')) !== folded
      )
    })
    expect(unstable).toEqual([])
  })

  test('is idempotent, and takes a single pass for all characters but one', () => {
    const written = characters.map((character) => character.normalize('NFKC'))
    expect(written.filter((text) => foldCase(foldOnce(text)) !== foldCase(text))).toEqual([])
    expect(written.filter((text) => foldOnce(text) !== foldCase(text))).toEqual(['ẞ'])
  })
})
