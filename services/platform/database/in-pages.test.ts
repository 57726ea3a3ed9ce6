import { expect, test } from 'vitest'
import { inPages } from './in-pages.ts'

const rows = [1, 2, 3, 4, 5, 6, 7]

test.each([
  ['all, the last page short', 7, { size: 3 }, [[1, 2, 3], [4, 5, 6], [7]], ['-:3', '3:3', '6:3']],
  [
    'all, the last page full',
    6,
    { size: 3 },
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
    ['-:3', '3:3', '6:3'],
  ],
  [
    'no more than asked for',
    7,
    { size: 3, most: 5 },
    [
      [1, 2, 3],
      [4, 5],
    ],
    ['-:3', '3:2'],
  ],
  ['none', 0, { size: 3 }, [], ['-:3']],
])('rows come in pages: %s', async (_what, count, options, pages, reads) => {
  const asked: string[] = []
  const read = async ({ after, limit }: { after: number | null; limit: number }) => {
    asked.push(`${after ?? '-'}:${limit}`)
    return rows.slice(0, count).slice(after ?? 0, (after ?? 0) + limit)
  }
  expect(await Array.fromAsync(inPages<number>(read, options))).toEqual(pages)
  expect(asked).toEqual(reads)
})
