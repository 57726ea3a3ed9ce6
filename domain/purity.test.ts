// The domain decides on what it is given: no clock, no chance, no world outside.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const here = new URL('.//', import.meta.url)
/** All but tests and what they share, and the script that writes the schemas. */
const files = globSync('**/*.ts', { cwd: here }).filter(
  (file) => !file.endsWith('.test.ts') && !file.startsWith('testing/') && file !== 'schemas.ts',
)
const read = (file: string): string => readFileSync(new URL(file, here), 'utf8')
const importsOf = (text: string): string[] => [...text.matchAll(/\bfrom '([^']+)'/g)].map(([, from]) => from!)

describe.each(files)('%s', (file) => {
  it('imports the domain and zod alone', () => {
    for (const from of importsOf(read(file))) {
      if (from === 'zod') continue
      expect(from).toMatch(/^\.\.?\//)
      expect(new URL(from, new URL(file, here)).href.startsWith(here.href)).toBe(true)
    }
  })
  it('asks no clock and throws no dice', () => {
    expect(read(file)).not.toMatch(/Date\.now|new Date\(\)|performance\.|Math\.random|crypto|process\.|fetch\(/)
  })
})

describe('what the browser shares', () => {
  it.each(['money.ts', 'odds.ts'])('%s imports nothing', (file) => expect(importsOf(read(file))).toEqual([]))
})
