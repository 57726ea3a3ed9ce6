import { expect, test } from 'vitest'
import { createSharedReads } from './shared-reads.ts'

test('each call is answered by a read that began after it, and calls that come during a read share the next one', async () => {
  const ends: (() => void)[] = []
  let begun = 0
  const read = createSharedReads((key: string) => {
    const nth = ++begun
    return new Promise<string>((resolve, reject) =>
      ends.push(() => (nth === 1 ? reject(new Error('away')) : resolve(`${key} ${nth}`))),
    )
  })
  const first = read('a')
  const shared = [read('a'), read('a')]
  const other = read('b')
  expect(begun).toBe(2)
  ends[0]!()
  await expect(first).rejects.toThrow('away')
  await expect.poll(() => begun).toBe(3)
  for (const end of ends.slice(1)) end()
  expect(await Promise.all([...shared, other])).toEqual(['a 3', 'a 3', 'b 2'])
  const last = read('a')
  ends[3]!()
  expect(await last).toBe('a 4')
})
