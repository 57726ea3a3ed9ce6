// The domain decides on what it is given: no clock, no random numbers, no I/O, no HTTP.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const here = new URL('.//', import.meta.url)
/** All but tests and their helpers. */
const files = globSync('**/*.ts', { cwd: here }).filter(
  (file) => !file.endsWith('.test.ts') && !file.startsWith('testing/'),
)
const read = (file: string): string => readFileSync(new URL(file, here), 'utf8')
const importsOf = (text: string): string[] => [...text.matchAll(/\bfrom '([^']+)'/g)].map(([, from]) => from!)

describe.each(files)('%s', (file) => {
  it('imports only the domain and zod', () => {
    for (const from of importsOf(read(file))) {
      if (from === 'zod') continue
      expect(from).toMatch(/^\.\.?\//)
      expect(new URL(from, new URL(file, here)).href.startsWith(here.href)).toBe(true)
    }
  })
  it('knows no HTTP status', () => expect(read(file)).not.toMatch(/\bstatus(Code)?: [1-5]\d\d\b/))
  it('reads no clock and no random numbers', () => {
    expect(read(file)).not.toMatch(/Date\.now|new Date\(\)|performance\.|Math\.random|crypto|process\.|fetch\(/)
  })
})

describe('what the browser shares', () => {
  it('the limits, which import nothing', () => expect(importsOf(read('limits.ts'))).toEqual([]))
  it.each(['money.ts', 'odds.ts'])('%s, which imports only the limits', (file) =>
    expect(importsOf(read(file))).toEqual(['./limits.ts']),
  )
})
