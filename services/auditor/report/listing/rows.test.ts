import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Findings } from '../../findings/findings.ts'
import { Reading } from '../../walk/reading.ts'
import { asOfText, euros, type Row, shownCell } from './cells.ts'
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

test('a table is as wide as the terminal, with all that is in it, and as it is where there is none', () => {
  const rows = new Rows([...COLUMNS, { key: 'reason', title: 'In words' }, { key: 'id', title: 'Id' }])
  const reason = 'the provider said that the game was over, and it was not, as everybody could see on the screen'
  for (const name of ['finn', 'a name of many words that somebody has chosen'])
    rows.add({ name, cents: 123_456, reason, id: '0123456789abcdef'.repeat(4) })
  const tableOf = (width: number | null) => {
    const text = [...textListing(listingOf(rows), false, width)].join('')
    return text
      .slice(text.indexOf('Balances\n') + 9)
      .trimEnd()
      .split('\n')
  }
  expect(tableOf(null)).toHaveLength(3)
  expect(Math.max(...tableOf(null).map(({ length }) => length))).toBeGreaterThan(150)
  for (const width of [100, 80]) {
    const lines = tableOf(width)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(width)
    // words are whole, numbers on one line, and the id is there in its pieces
    for (const word of [...reason.split(' '), '1,234.56'])
      expect(
        lines.some((line) => line.includes(word)),
        word,
      ).toBe(true)
    expect(lines.map((line) => line.slice(-40).split(' ').at(-1)).join('')).toContain('89abcdef')
  }
})

test('what is too much for a table as wide as the terminal is shown row by row, with what it has', () => {
  const columns = ['Event', 'Relation', 'By', 'Because of', 'Stands at', 'Command', 'Approved by', 'In words']
  const rows = new Rows([
    { key: 'number', title: 'Number', as: 'number' },
    ...columns.map((title) => ({ key: title, title })),
  ])
  const id = '0123456789abcdef'.repeat(2)
  const row = {
    Event: 'BetPlaced',
    Relation: 'asked for',
    By: 'finn',
    'Because of': null,
    'Approved by': null,
    'In words': null,
  }
  for (const number of [812, 2_331]) rows.add({ ...row, number, 'Stands at': `account-${id}@${number}`, Command: id })
  const shown = (width: number | null) =>
    [...textListing(listingOf(rows), false, width)].join('').split('Balances\n')[1]!
  expect(shown(null).trimEnd().split('\n')).toHaveLength(3)
  // nobody approved it, and nobody said why: that is no column here
  const [titles] = shown(120).split('\n')
  expect(titles).toMatch(/^ {2}Number {2}Event +Relation +By +Stands at +Command$/)
  const lines = shown(59).split('\n')
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(59)
  expect(lines.slice(0, 8)).toEqual([
    '  Number     812',
    '  Event      BetPlaced',
    '  Relation   asked for',
    '  By         finn',
    `  Stands at  account-${id}@812`,
    `  Command    ${id}`,
    '',
    '  Number     2,331',
  ])
})

test('a moment before the first event is called so', () => {
  expect([asOfText(null), asOfText(2_331)]).toEqual(['Before the first event', 'As of ledger number 2,331'])
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
