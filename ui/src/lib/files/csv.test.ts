import { expect, it } from 'vitest'
import { csvText } from './csv.ts'

it('quotes what needs quotes, and ends each row with CRLF', () => {
  expect(
    csvText([
      ['a', 'b,c'],
      ['say "hi"', 'two\nlines'],
    ]),
  ).toBe('a,"b,c"\r\n"say ""hi""","two\nlines"\r\n')
})

it.each(['=1+2', '+1+2', '-1+2', '@SUM(A1)', '\tx', '\rx'])('keeps %j from being run as a formula', (text) => {
  expect(csvText([[text]])).toMatch(/^"?'/)
})

it.each([
  ['Rovers;=1+2', "Rovers;'=1+2"],
  ['Rovers;-1;@x', "Rovers;'-1;'@x"],
  ['two\n+lines', "two\n'+lines"],
  ['＝1+2', "'＝1+2"],
])('keeps what begins a cell in %j from being run, too, where another sign parts them', (text, safe) => {
  expect(csvText([[text]]).replaceAll('"', '')).toBe(`${safe}\r\n`)
})

it.each(['-20.00', '85.00', '0'])('leaves the number %s a number', (number) => {
  expect(csvText([[number]])).toBe(`${number}\r\n`)
})
