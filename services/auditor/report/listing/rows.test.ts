import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Findings } from '../../findings/findings.ts'
import { Reading } from '../../walk/reading.ts'
import { euros, type Row, shownCell } from './cells.ts'
import type { Listing } from './listing.ts'
import { exitCodeOfListing } from './listing.ts'
import { jsonListing } from './listing-json.ts'
import { textListing } from './listing-text.ts'
import { Rows } from './rows.ts'

const COLUMNS = [
  { key: 'name', title: 'Name' },
  { key: 'cents', title: 'Euros', as: 'cents' },
] as const

const listingOf = (rows: Rows): Listing => ({
  command: 'balances',
  sentence: 'This was found.',
  findings: 0,
  passage: { ...new Reading().read, findings: new Findings() },
  facts: [{ key: 'asOf', title: 'as of', value: null, shown: 'nothing' }],
  tables: [{ key: 'balances', title: 'Balances', rows }],
})

test('rows come back as they were added, however many and whatever they say', () => {
  const row = fc.record({ name: fc.string({ unit: 'grapheme', maxLength: 40 }), cents: fc.maxSafeInteger() })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), fc.constantFrom(1, 2_000), (some, times) => {
      const rows = new Rows(COLUMNS)
      const all: Row[] = Array.from({ length: times }, () => some).flat()
      for (const one of all) rows.add(one)
      expect(rows.count).toBe(all.length)
      expect([...rows]).toEqual(all)
      const { balances } = JSON.parse([...jsonListing(listingOf(rows))].join('')) as { balances: Row[] }
      expect(balances).toEqual(all)
      rows.close()
    }),
    { numRuns: 30 },
  )
})

test('euros are cents with two decimals', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (cents) => {
      const text = euros(cents)
      expect(text).toMatch(/^-?\d{1,3}(,\d{3})*\.\d\d$/)
      expect(BigInt(text.replace(/[,.]/g, ''))).toBe(BigInt(cents))
    }),
  )
})

test('a table is aligned, and what others wrote commands no terminal', () => {
  const rows = new Rows(COLUMNS)
  rows.add({ name: 'a\u001b[31m\nb', cents: 123_456 })
  rows.add({ name: 'longer than that', cents: -5 })
  const text = [...textListing(listingOf(rows), false)].join('')
  expect(text).not.toContain('\u001b')
  const [title, ...lines] = text.slice(text.indexOf('  Name')).trimEnd().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines.map((line) => line.length)).toEqual([title!.length, title!.length].map(() => lines[0]!.length))
  expect(text.split('\n', 1)).toEqual(['This was found.'])
  expect([...textListing(listingOf(rows), true)].join('')).toContain('\u001b[32mThis was found.')
})

test('what is wrong with the log is said beside what was found, and counts', () => {
  const listing = listingOf(new Rows(COLUMNS))
  expect(exitCodeOfListing(listing)).toBe(0)
  listing.passage.findings.gap('the auditor does not know AccountMerged', 7)
  expect(exitCodeOfListing(listing)).toBe(3)
  expect([...jsonListing(listing)].join('')).toContain(
    'Not everything could be judged: the auditor does not know AccountMerged, from ledger number 7 on.',
  )
  listing.passage.findings.about('log', 'log_identity', 'one', 'none')
  expect(exitCodeOfListing(listing)).toBe(1)
  expect([...textListing(listing, false)].join('')).toContain('The log itself has findings (log_identity 1)')
})

test('a cell shows what its column says', () => {
  expect(shownCell({ key: 'a', title: 'A' }, { a: ['x', 1_000, null, true] })).toBe('x, 1,000, , yes')
  expect(shownCell({ key: 'a', title: 'A', show: ({ b }) => `${String(b)}!` }, { b: 'so' })).toBe('so!')
  expect(shownCell({ key: 'a', title: 'A', as: 'cents' }, {})).toBe('')
})
