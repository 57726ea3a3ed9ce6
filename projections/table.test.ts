import { expect, it } from 'vitest'
import { arrayLiteral, columnsOf, copyLine, insertInParts, insertRows } from './table.ts'

it('writes lines as COPY reads them', () => {
  expect(copyLine(['plain', 12, 9_007_199_254_740_993n, true, false, null])).toBe(
    'plain\t12\t9007199254740993\ttrue\tfalse\t\\N\n',
  )
  expect(copyLine(['{"name":"O\\"Neil\\\\"}', 'a\tb', 'c\nd\re'])).toBe(
    '{"name":"O\\\\"Neil\\\\\\\\"}\ta\\tb\tc\\nd\\re\n',
  )
})

it('inserts a column at a time', () => {
  const table = { name: 'pair', columns: { left: 'text', right: 'bigint' } } as const
  expect(
    insertRows(table, [
      ['a', 1],
      ['b', 2n],
    ]),
  ).toEqual({
    name: 'insert_pair',
    text: 'insert into pair (left, right) select * from unnest($1::text[], $2::bigint[]) ',
    values: ['{a,b}', '{1,2}'],
    rows: 2,
  })
})

it('inserts many rows in several statements of the same text', () => {
  const table = { name: 'one', columns: { value: 'text' } } as const
  const rows = ['a', 'b', 'c', 'd', 'e'].map((value) => [value])
  const { name, text } = insertRows(table, rows)
  expect(insertInParts(table, rows, 2)).toEqual([
    { name, text, values: ['{a,b}'], rows: 2 },
    { name, text, values: ['{c,d}'], rows: 2 },
    { name, text, values: ['{e}'], rows: 1 },
  ])
  expect(insertInParts(table, [], 2)).toEqual([])
})

it('quotes only what needs quotes', () => {
  expect(arrayLiteral(['0f3a', 'account-1@2', '2026-11-20T18:00:00.000Z', true, -3, null])).toBe(
    '{0f3a,account-1@2,2026-11-20T18:00:00.000Z,true,-3,null}',
  )
  expect(arrayLiteral(['', 'NULL', 'a b', 'a,b', '{}', 'O"N\\', 'é'])).toBe(
    '{"","NULL","a b","a,b","{}","O\\"N\\\\","é"}',
  )
})

it('sends JSON line by line', () => {
  const columns = { name: 'text', value: 'json' } as const
  expect(
    columnsOf(columns, [
      ['a', '{"b":1}'],
      ['c', null],
      ['d', '[]'],
    ]),
  ).toEqual(['{a,c,d}', '{"b":1}\n\n[]'])
})
